import type { JsonSchema } from '../core/json.ts'
import type { ToolContext, ToolDefinition } from '../core/tool.ts'
import { type StandardJsonSchema, toJsonSchema } from './standard-schema.ts'

type Simplify<T> = { [K in keyof T]: T[K] }

type Mutable<T> = T extends readonly (infer Item)[] ? Item : never

type PropertiesOf<S> = S extends { readonly properties: infer P } ? P : Record<never, never>

type RequiredOf<S> = S extends { readonly required: infer R } ? Mutable<R> : never

type OptionalKeys<S> = Exclude<keyof PropertiesOf<S>, RequiredOf<S>>

/** A property that has a default is there when `execute` runs, required or not. */
type DefaultedKeys<S> = {
  [K in keyof PropertiesOf<S>]: PropertiesOf<S>[K] extends { readonly default: unknown } ? K : never
}[keyof PropertiesOf<S>]

type ObjectInput<S> = Simplify<
  { [K in (keyof PropertiesOf<S> & RequiredOf<S>) | DefaultedKeys<S>]: InputOf<PropertiesOf<S>[K]> } & {
    [K in Exclude<OptionalKeys<S>, DefaultedKeys<S>>]?: InputOf<PropertiesOf<S>[K]>
  }
>

/** The TypeScript type of the values that a literal JSON Schema describes; `unknown` where it says too little. */
export type InputOf<S> = S extends { readonly enum: infer E }
  ? Mutable<E>
  : S extends { readonly const: infer C }
    ? C
    : S extends { readonly type: 'string' }
      ? string
      : S extends { readonly type: 'number' | 'integer' }
        ? number
        : S extends { readonly type: 'boolean' }
          ? boolean
          : S extends { readonly type: 'null' }
            ? null
            : S extends { readonly type: 'array'; readonly items: infer I }
              ? InputOf<I>[]
              : S extends { readonly type: 'array' }
                ? unknown[]
                : S extends { readonly properties: unknown }
                  ? ObjectInput<S>
                  : S extends { readonly type: 'object' }
                    ? Record<string, unknown>
                    : unknown

type Extras = Omit<ToolDefinition, 'name' | 'description' | 'input_schema' | 'execute' | 'prepare'>

export interface LiteralTool<S extends JsonSchema> extends Extras {
  name: string
  description: string
  input_schema: S
  execute(input: InputOf<S>, context: ToolContext): Promise<unknown> | unknown
}

export interface StandardTool<Input> extends Extras {
  name: string
  description: string
  /** Of zod 4.2 or any library that speaks Standard JSON Schema. */
  input_schema: StandardJsonSchema<Input>
  execute(input: Input, context: ToolContext): Promise<unknown> | unknown
}

/**
 * Makes a plain `ToolDefinition` and types `input` from the schema, be it a literal JSON Schema or a schema object of
 * any library that speaks Standard JSON Schema.
 * @throws TypeError when a schema object can't be written as JSON Schema.
 */
export function defineTool<const S extends JsonSchema>(tool: LiteralTool<S>): ToolDefinition
export function defineTool<Input>(tool: StandardTool<Input>): ToolDefinition
export function defineTool(tool: LiteralTool<JsonSchema> | StandardTool<unknown>): ToolDefinition {
  return { ...tool, input_schema: toJsonSchema(tool.input_schema, tool.name) }
}
