/** The ABL tool language: texts in, data and diagnostics out (docs/abl.md). It runs nothing. */

export { BINDING_TYPES } from './bindings/index.ts'
export type {
  AsyncWebhookSpec,
  AuthConfig,
  AuthType,
  BindingSpec,
  BindingType,
  BodyType,
  CircuitBreaker,
  HttpMethod,
  HttpSpec,
  LambdaSpec,
  McpSpec,
  RequestVariant,
  RetryPolicy,
  SandboxSpec,
  SearchAiSpec,
  WorkflowSpec,
} from './bindings/spec.ts'
export type { KnownNames } from './check/known.ts'
export { type AblCode, CODES } from './codes.ts'
export { DECLARATION_KEYS, type DeclarationPlace, readDeclaration } from './declaration.ts'
export { type CompiledEndpoint, compileEndpoint, type FilledEndpoint } from './endpoint/compile.ts'
export { endpointKind, joinEndpoint } from './endpoint/join.ts'
export { pathParameters } from './endpoint/parse.ts'
export type { TextProblem } from './expression/ast.ts'
export {
  type Compilation,
  type CompiledExpression,
  compileExpression,
  type Evaluation,
  evaluateExpression,
  holds,
} from './expression/compile.ts'
export { FUNCTION_NAMES } from './expression/functions/index.ts'
export type { EvaluationError } from './expression/problem.ts'
export type { RunOptions, Scope } from './expression/run.ts'
export { type NameUse, parametersRead } from './expression/walk.ts'
export type { ToolDefaults } from './file/defaults.ts'
export type { AgentDeclaration, Execution } from './file/read-agent.ts'
export { type BundleFile, type BundlePlan, planExport, planImport } from './imports/bundle.ts'
export { type FoundText, projectReader, type ReadText } from './imports/read-project.ts'
export { type PrintableFile, printAbl, printTools } from './print/file.ts'
export { type Formatted, formatAbl } from './print/format.ts'
export type { CommonProperties } from './properties/common.ts'
export { type AblFile, type CheckedFile, type CheckOptions, checkAbl, parseAbl } from './read.ts'
export type { FileKind } from './scan/sections.ts'
export { inputSchema, isSeenByModel, typeSchema } from './schema.ts'
export { fitsType } from './signature/fits.ts'
export type * from './spec.ts'
export { type CompiledTemplate, compileTemplate, type Filled, fillTemplate } from './template/compile.ts'
export type { Place } from './template/escape.ts'
export {
  type FieldSpec,
  type NamedValue,
  type ParameterSpec,
  type TypeSpec,
  typeName,
  type ValueSource,
} from './types.ts'
