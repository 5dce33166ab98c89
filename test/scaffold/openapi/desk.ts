import { dedent } from '../../helpers/abl.ts'

/** A document with each construct that an import must know, small enough to be read. */
export const DESK = dedent(`
  openapi: 3.0.3
  info: { title: Desk API, version: "1" }
  servers:
    - url: https://{region}.desk.example.com/v1/
      variables:
        region: { default: eu, enum: [eu, us] }
  security:
    - key: []
  paths:
    /tickets/{ticket-id}:
      parameters:
        - $ref: '#/components/parameters/TicketId'
      get:
        operationId: getTicket
        summary: Get a ticket
        description: Get a ticket with its [notes](https://desk.example.com/notes).
        parameters:
          - { name: expand, in: query, schema: { type: array, items: { type: string, enum: [notes, people] } } }
          - { name: fields, in: query, explode: false, schema: { type: array, items: { type: string } } }
          - { name: 'filter[state]', in: query, schema: { type: string } }
          - { name: X-Trace, in: header, schema: { type: string } }
          - { name: limit, in: query, schema: { type: integer, default: 20, minimum: 1, exclusiveMinimum: true } }
      put:
        operationId: getTicket_
        parameters:
          - { name: dry, in: query, schema: { type: boolean } }
          - { name: version, in: query, required: true, schema: { type: integer } }
        requestBody:
          required: true
          content:
            application/json:
              schema: { $ref: '#/components/schemas/Ticket' }
      delete:
        summary: Remove a ticket
        security: []
    /tickets:
      post:
        operationId: tickets/create-many
        security: [{ token: [] }]
        requestBody:
          content:
            application/json:
              schema: { type: array, items: { $ref: '#/components/schemas/Ticket' } }
    /forms:
      post:
        operationId: sendForm
        security: [{ machine: [read] }]
        requestBody:
          content:
            application/x-www-form-urlencoded:
              schema:
                type: object
                required: [name]
                properties:
                  name: { type: string }
                  address: { type: object, properties: { city: { type: string } } }
    /files:
      post:
        operationId: upload
        requestBody: { required: true, content: { multipart/form-data: { schema: { type: object } } } }
      head: { operationId: headFiles }
  components:
    parameters:
      TicketId: { name: ticket-id, in: path, required: true, description: The ticket, schema: { type: string, format: uuid } }
    securitySchemes:
      key: { type: apiKey, in: header, name: X-Desk-Key }
      token: { type: http, scheme: bearer }
      machine:
        type: oauth2
        flows: { clientCredentials: { tokenUrl: https://id.example.com/token, scopes: { read: x } } }
    schemas:
      Ticket:
        allOf:
          - $ref: '#/components/schemas/Base'
          - type: object
            required: [title]
            properties:
              title: { type: string, maxLength: 80 }
              due: { type: string, format: date, nullable: true }
              state: { type: string, enum: [open, closed], default: open }
              owner: { oneOf: [{ type: string }, { $ref: '#/components/schemas/Person' }] }
              parent: { $ref: '#/components/schemas/Ticket' }
      Base:
        type: object
        required: [id]
        properties:
          id: { type: string, readOnly: true }
          labels: { type: object, additionalProperties: { type: string } }
      Person:
        type: object
        required: [name]
        properties: { name: { type: string }, deputy: { $ref: '#/components/schemas/Person' } }
`)
