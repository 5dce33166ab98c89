const schema = { $ref: '#' }
const schemas = { type: 'array', minItems: 1, items: schema }
const namedSchemas = { type: 'object', additionalProperties: schema }
const count = { type: 'integer', minimum: 0 }
const words = { type: 'array', items: { type: 'string' }, uniqueItems: true }
const text = { type: 'string' }
const flag = { type: 'boolean' }
const anchor = { type: 'string', pattern: '^[A-Za-z_][-A-Za-z0-9._]*$' }
const number = { type: 'number' }
const typeName = { enum: ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string'] }

/**
 * What a JSON Schema of 2020-12 looks like, in one piece: it accepts what the official meta-schema accepts (whose formats
 * ajv does not check). That one is eight schemas which refer to each other dynamically; compiling them took longer than
 * all else that a start does with an agent's tools.
 */
export const META_SCHEMA_2020 = {
  $id: 'loopengine:meta-schema-2020',
  type: ['object', 'boolean'],
  properties: {
    $id: { type: 'string', pattern: '^[^#]*#?$' },
    $schema: text,
    $vocabulary: { type: 'object', additionalProperties: flag },
    $ref: text,
    $dynamicRef: text,
    $recursiveRef: text,
    $anchor: anchor,
    $dynamicAnchor: anchor,
    $recursiveAnchor: anchor,
    $comment: text,
    $defs: namedSchemas,
    definitions: namedSchemas,
    dependencies: { type: 'object', additionalProperties: { anyOf: [schema, words] } },
    prefixItems: schemas,
    items: schema,
    contains: schema,
    additionalProperties: schema,
    properties: namedSchemas,
    patternProperties: namedSchemas,
    dependentSchemas: namedSchemas,
    propertyNames: schema,
    if: schema,
    // biome-ignore lint/suspicious/noThenProperty: the keyword of that name
    then: schema,
    else: schema,
    allOf: schemas,
    anyOf: schemas,
    oneOf: schemas,
    not: schema,
    unevaluatedItems: schema,
    unevaluatedProperties: schema,
    type: { anyOf: [typeName, { type: 'array', items: typeName, minItems: 1, uniqueItems: true }] },
    enum: { type: 'array' },
    multipleOf: { type: 'number', exclusiveMinimum: 0 },
    maximum: number,
    exclusiveMaximum: number,
    minimum: number,
    exclusiveMinimum: number,
    maxLength: count,
    minLength: count,
    pattern: text,
    maxItems: count,
    minItems: count,
    uniqueItems: flag,
    maxContains: count,
    minContains: count,
    maxProperties: count,
    minProperties: count,
    required: words,
    dependentRequired: { type: 'object', additionalProperties: words },
    title: text,
    description: text,
    deprecated: flag,
    readOnly: flag,
    writeOnly: flag,
    examples: { type: 'array' },
    format: text,
    contentEncoding: text,
    contentMediaType: text,
    contentSchema: schema,
  },
}
