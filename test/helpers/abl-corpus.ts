import { dedent } from './abl.ts'

/** Files that use most of the language, for tests that bend and break them. */
export const CORPUS: readonly string[] = [
  dedent(`
    # shop tools
    TOOLS:
      base_url: "https://api.shop.example.com/v1"   # production
      auth: bearer
      timeout: 5000
      retry: 2
      headers:
        X-Shop: "main"

      # finds orders
      find_order(order_id: string, with_items: boolean = true)
        -> {status: string, items: {sku: string, count: number}[], error?: string}
        description: "Finds the customer's order"
        type: http
        endpoint: "/orders/{order_id}"
        method: GET
        query_params:
          items: "{{with_items}}"
        hints:
          cacheable: true
          latency: fast

      place_order(
        customer: object,   # who
        lines: object[],
        note: string = "x, y: (z) -> # no",
      ) -> {
        order_id: string
      }
        description: |
          Places an order.

            Ask before.   # not a comment
        type: http
        endpoint: "https://orders.example.com/{{session.region}}"
        method: POST
        body_template: |
          {"customer": {{customer}}, "note": "{{note}}"}
        parameters:
          customer:
            name: string
            email?: string
          lines:
            items:
              sku: {type: string, description: "Article"}
              count: number
          note:
            description: 'It''s optional'
        request_variants:
          - name: eu
            when: region == "EU"
            endpoint: "https://eu.example.com/orders"
          - default: true
        confirmation: {require: always, immutable_params: [lines]}
        process:
          before:
            require: [
              LENGTH(lines) > 0,   # some
              note != "a,b"
            ]
            on_fail: reask("What \\"exactly\\"?")
        on_result:
          set:
            last_order: result.order_id
            session.total = result.total * 100
          do:
            - IF: result.total > 1000
              LOG: "big {{result.total}}"
            - ELSE:
                SET: size = "small"
            - RESPOND: "Done"
              FORMATS:
                html: "<b>Done</b>"
        on_error:
          do:
            - CALL: notify
              WITH: {text: error.message}
              AS: notice
        pii_access: user
        context_access:
          read: [user.id]
          write:
            - last_order
        store_result: false
  `),
  dedent(`
    AGENT: Desk
    GOAL: "Help"
    PERSONA: |
      Calm.
    EXECUTION:
      model: some/model
      tool_timeout: 1000
    FLOW:
      odd:   yes
    TOOLS:
      file: "./tools/shop.tools.abl" [find_order]
      count(text: string) -> {n: number}
        description: "Counts"
        type: sandbox
        runtime: python
        code: |
          # counts
          for word in text.split():
              n += 1

          return {"n": n}
        memory_mb: 64
      start(id: string)
        description: "Starts"
        type: workflow
        workflow_id: onboarding
        timeout_ms: {{config.LIMIT}}
        param_mapping:
          customerId: id
      search(query: string) -> Hit[]
        description: "Searches"
        type: searchai
        index_id: "hr"
  `),
]
