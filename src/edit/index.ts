// The door of `loopengine/edit`: text in, text out; nothing here reads or writes a file.

export { addRule } from './actauth/add-rule.ts'
export { removeRule } from './actauth/remove-rule.ts'
export type { RuleEntry } from './actauth/rule-text.ts'
export { setRule } from './actauth/set-rule.ts'
export type { EditResult, Refusal } from './edit-result.ts'
export { addToolToIndex } from './tools-index/add-tool-to-index.ts'
export { removeToolFromIndex } from './tools-index/remove-tool-from-index.ts'
export type { ToolEntry } from './tools-index/tool-module.ts'
