import fc from 'fast-check'
import type {
  BindingSpec,
  FieldSpec,
  NamedValue,
  ParameterSpec,
  ToolSpec,
  TypeSpec,
  ValueSource,
} from '../../src/abl/index.ts'
import type { Json } from '../../src/core/json.ts'

/** Arbitrary tools as `parseAbl` could have returned them, for reading back what is printed. */

const WORDS = [
  'amount',
  'note',
  'region',
  'order_id',
  'date',
  'from',
  'items',
  'type',
  'file',
  'a',
  'b2',
  'value',
  'description',
]
const name = fc.constantFrom(...WORDS)

/** Texts without braces: those would have to be templates that can be read. */
const anyText = fc
  .oneof(
    fc.string({ unit: 'grapheme', maxLength: 20 }),
    fc.string({ unit: 'binary', maxLength: 12 }),
    fc
      .array(
        fc.constantFrom('line', '  deeper', '', '# hash', 'a: b', '- dash', '"quoted"', '\t', 'x # y', '|', 'end'),
        { maxLength: 6 },
      )
      .map(lines => lines.join('\n')),
  )
  .map(text => text.replaceAll('{', '('))
const text = anyText.filter(value => value !== '')
const template = fc.oneof(
  text,
  fc.tuple(anyText, name, anyText).map(([before, hole, after]) => `${before}{{${hole}}}${after}`),
)

const expression = fc.constantFrom(
  'amount > 0',
  'region == "EU # x"',
  '"EU" == region',
  'MAX(a, b2) * 100',
  'note != "a,b" AND NOT (a IN [1, 2])',
  "'it''s'",
  '"plain"',
  'result.items[0].x',
  'session.customer_id',
  '-a + 2',
  '{total: result.sum, "odd key": [1, "]"]}',
  'note matches "^\\\\d+$"',
)

const milliseconds = fc.oneof(fc.integer({ min: 1, max: 1e6 }), fc.constant(1.5), fc.constant(1e21))
const scalarType = fc.constantFrom<TypeSpec>(
  { kind: 'string' },
  { kind: 'number' },
  { kind: 'boolean' },
  { kind: 'date' },
  { kind: 'datetime' },
  { kind: 'any' },
  { kind: 'object' },
  { kind: 'named', name: 'Hotel' },
  { kind: 'enum', values: ['low', 'very high', 'a,b"]'] },
)

const { type: typeOf } = fc.letrec<{ type: TypeSpec; fields: FieldSpec[] }>(tie => ({
  type: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    scalarType,
    tie('type').map(items => ({ kind: 'array', items }) satisfies TypeSpec),
    tie('type').map(type => ({ kind: 'nullable', type }) satisfies TypeSpec),
    fc
      .array(tie('type'), { minLength: 1, maxLength: 3 })
      .map(members => ({ kind: 'union', members }) satisfies TypeSpec),
    tie('fields').map(fields => ({ kind: 'object', fields }) satisfies TypeSpec),
  ),
  fields: fc.uniqueArray(fc.record({ name, type: tie('type'), optional: fc.boolean() }), {
    maxLength: 4,
    selector: field => field.name,
  }),
}))

/** Fields as only a block can say them. */
const documentedFields = fc.uniqueArray(
  fc.record(
    { name, type: typeOf, optional: fc.boolean(), description: text },
    { requiredKeys: ['name', 'type', 'optional'] },
  ),
  { minLength: 1, maxLength: 3, selector: field => field.name },
)

const parameterType = fc.oneof(
  typeOf,
  documentedFields.map(fields => ({ kind: 'object', fields }) satisfies TypeSpec),
  documentedFields.map(fields => ({ kind: 'array', items: { kind: 'object', fields } }) satisfies TypeSpec),
)

const source = fc.oneof<fc.Arbitrary<ValueSource>[]>(
  fc.constant({ kind: 'model' }),
  expression.map(value => ({ kind: 'system', value })),
  expression.map(value => ({ kind: 'expr', value })),
  expression.map(value => ({ kind: 'auth', value })),
  fc.constantFrom('session_id', 'now').map(value => ({ kind: 'runtime', value })),
  fc.constant({ kind: 'config', name: 'REGION' }),
  fc.tuple(expression, text).map(([key, value]) => ({ kind: 'lookup', table: 'rates', key, value })),
  expression.map(key => ({ kind: 'lookup', table: 'rates', key })),
)

const visibility = fc.constantFrom(
  { model: true, trace: true },
  { model: false, trace: true },
  { model: true, trace: false },
  { model: false, trace: false },
)

const plainParameter = fc.record(
  { name, type: parameterType, required: fc.boolean(), description: text, source, visibility },
  { requiredKeys: ['name', 'type', 'required', 'source', 'visibility'] },
)

const defaults: readonly [TypeSpec, fc.Arbitrary<Json>][] = [
  [{ kind: 'string' }, anyText],
  [{ kind: 'number' }, fc.oneof(fc.integer(), fc.constant(-0.25), fc.constant(1e21), fc.constant(1e-7))],
  [{ kind: 'boolean' }, fc.boolean()],
  [{ kind: 'any' }, fc.oneof(fc.constant(null), anyText, fc.array(anyText, { maxLength: 3 }))],
  [{ kind: 'object' }, fc.dictionary(fc.constantFrom('a', 'odd key', 'x:y'), anyText, { maxKeys: 3 })],
]
const withDefault = fc.oneof(
  ...defaults.map(([type, value]) =>
    fc.record({ name, type: fc.constant(type), required: fc.boolean(), default: value, source, visibility }),
  ),
)

const parameters: fc.Arbitrary<ParameterSpec[]> = fc.uniqueArray(fc.oneof(plainParameter, withDefault), {
  maxLength: 5,
  selector: parameter => parameter.name,
})

function named(
  value: fc.Arbitrary<string>,
  names: fc.Arbitrary<string> = fc.constantFrom('X-A', 'X-B', 'Accept', 'z'),
): fc.Arbitrary<NamedValue[]> {
  return fc.uniqueArray(fc.record({ name: names, value }), { maxLength: 3, selector: entry => entry.name })
}

const anyNames = fc.oneof(fc.constantFrom('a', 'b c', 'odd: key', '"', 'x#y'), text)
const method = fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE')
const body = fc.constantFrom('json', 'form', 'xml', 'text')

const http = fc.record(
  {
    type: fc.constant('http'),
    endpoint: template,
    method,
    auth: fc.constantFrom('none', 'bearer', 'custom'),
    authConfig: fc.record({ tokenUrl: template, customHeaders: named(template) }, { requiredKeys: ['customHeaders'] }),
    authJit: fc.boolean(),
    consent: fc.constantFrom('preflight', 'inline'),
    connection: fc.constantFrom('shared', 'per_user'),
    timeout: milliseconds,
    retry: fc.integer({ min: 0, max: 9 }),
    retryPolicy: fc.record(
      {
        strategy: fc.constantFrom('fixed', 'linear', 'exponential'),
        maxRetries: fc.nat(9),
        multiplier: fc.constant(1.5),
        jitter: fc.boolean(),
      },
      { requiredKeys: ['strategy', 'maxRetries', 'jitter'] },
    ),
    circuitBreaker: fc.record({ threshold: fc.integer({ min: 1, max: 9 }), resetMs: milliseconds }),
    headers: named(template),
    queryParams: fc.array(fc.record({ name: anyNames, value: template }), { maxLength: 3 }),
    bodyType: body,
    bodyTemplate: template,
    variants: fc.array(
      fc.record(
        {
          name: text,
          when: expression,
          default: fc.boolean(),
          method,
          headers: named(template),
          queryParams: named(template),
          bodyTemplate: template,
        },
        { requiredKeys: ['default', 'headers'] },
      ),
      { maxLength: 3 },
    ),
    protocol: fc.constantFrom('rest', 'soap'),
    soapVersion: fc.constantFrom('1.1', '1.2'),
    onSoapFault: fc.constantFrom('error', 'data'),
  },
  {
    requiredKeys: [
      'type',
      'endpoint',
      'method',
      'auth',
      'authJit',
      'connection',
      'headers',
      'queryParams',
      'variants',
      'protocol',
      'soapVersion',
      'onSoapFault',
    ],
  },
)

const others = fc.oneof(
  fc.record(
    { type: fc.constant('mcp'), server: text, serverTool: text, headers: named(template) },
    { requiredKeys: ['type', 'server', 'headers'] },
  ),
  fc.record(
    {
      type: fc.constant('sandbox'),
      runtime: fc.constantFrom('javascript', 'python'),
      code: text,
      memoryMb: milliseconds,
    },
    { requiredKeys: ['type', 'runtime', 'code'] },
  ),
  fc.record({ type: fc.constant('lambda'), function: text, runtime: text }, { requiredKeys: ['type', 'function'] }),
  fc.record({
    type: fc.constant('async_webhook'),
    endpoint: template,
    method: fc.constantFrom('POST', 'PUT'),
    headers: named(template),
    callbackUrlField: fc.constantFrom('callbackUrl', 'meta.cb'),
    timeoutSeconds: milliseconds.filter(value => value >= 1),
  }),
  fc.record(
    {
      type: fc.constant('workflow'),
      workflowId: text,
      mode: fc.constantFrom('sync', 'async'),
      timeoutMs: fc.oneof(fc.integer({ min: 1 }), fc.constant('{{config.T}}')),
    },
    { requiredKeys: ['type', 'workflowId', 'mode'] },
  ),
  fc.record(
    { type: fc.constant('searchai'), indexId: text, searchInstructions: text },
    { requiredKeys: ['type', 'indexId'] },
  ),
)

const binding = fc.oneof(http, others) as unknown as fc.Arbitrary<BindingSpec>

const path = fc.constantFrom('a', 'user.name', 'items[0].id', 'b2.c-d')
const assignment = fc.record({
  path,
  value: fc.oneof(
    expression.map(value => ({ kind: 'expression' as const, text: value })),
    fc.tuple(anyText, name).map(([before, hole]) => ({ kind: 'template' as const, text: `${before}{{${hole}}}` })),
  ),
})
const assignments = fc.array(assignment, { minLength: 1, maxLength: 3 })

const simpleAction = fc.oneof(
  assignments.map(values => ({ do: 'set', assignments: values })),
  fc.array(path, { maxLength: 3 }).map(paths => ({ do: 'clear', paths })),
  template.map(value => ({ do: 'log', template: value })),
  fc.record({ do: fc.constant('respond'), template, formats: named(template, anyNames) }),
  named(template, anyNames)
    .filter(formats => formats.length > 0)
    .map(formats => ({ do: 'formats', formats })),
  fc.record(
    { do: fc.constant('call'), tool: name, with: fc.oneof(assignments, fc.constant([])), as: path },
    { requiredKeys: ['do', 'tool', 'with'] },
  ),
  name.map(agent => ({ do: 'handoff', agent })),
  name.map(step => ({ do: 'then', step })),
  assignment.map(({ value }) => ({ do: 'return', value })),
  fc.boolean().map(value => ({ do: 'complete', value })),
)

const { actions } = fc.letrec<{ actions: object[]; choice: object }>(tie => ({
  choice: fc
    .tuple(
      fc.array(fc.record({ when: expression, actions: tie('actions') }), { minLength: 1, maxLength: 2 }),
      tie('actions'),
    )
    .map(([branches, otherwise]) => ({ do: 'branch', branches: [...branches, { actions: otherwise }] })),
  actions: fc.array(fc.oneof({ maxDepth: 2 }, simpleAction, tie('choice')), { maxLength: 3 }),
}))

const mapping = fc.record({ set: fc.oneof(assignments, fc.constant([])), actions })

const onFail = fc.oneof(
  fc.record({ kind: fc.constantFrom('block', 'reask', 'warn', 'fallback'), message: anyText }),
  fc.constant({ kind: 'use_original' }),
)
const expressions = fc.array(expression, { maxLength: 3 })
const process = fc.record(
  {
    before: fc.record(
      { use: text, params: named(expression, anyNames), require: expressions, onFail },
      { requiredKeys: ['params', 'require'] },
    ),
    after: fc.record({ result: named(expression, anyNames), onFail }, { requiredKeys: ['result'] }),
  },
  { requiredKeys: [] },
)

export const toolSpec = fc.record(
  {
    name,
    description: anyText,
    parameters,
    returns: typeOf,
    binding,
    hints: fc.record(
      {
        cacheable: fc.boolean(),
        latency: fc.constantFrom('fast', 'slow'),
        timeout: milliseconds.filter(value => value >= 1),
      },
      { requiredKeys: [] },
    ),
    confirmation: fc.record(
      {
        require: fc.constantFrom('always', 'never'),
        immutableParams: fc.constant([]),
        consentScope: fc.array(text, { maxLength: 3 }),
      },
      { requiredKeys: ['immutableParams', 'consentScope'] },
    ),
    effect: fc.constantFrom('read_only', 'state_write'),
    provides: fc.array(path, { maxLength: 3 }),
    process,
    compaction: fc.record(
      { essentialFields: fc.array(path, { maxLength: 3 }), maxDescriptionLength: fc.nat() },
      { requiredKeys: ['essentialFields'] },
    ),
    onResult: mapping,
    onError: mapping,
    piiAccess: fc.constantFrom('tools', 'llm'),
    contextAccess: fc.record({ read: fc.array(path, { maxLength: 3 }), write: fc.array(path, { maxLength: 3 }) }),
    storeResult: fc.boolean(),
  },
  { requiredKeys: ['name', 'description', 'parameters', 'hints', 'provides', 'storeResult'] },
) as unknown as fc.Arbitrary<ToolSpec>
