/** What `import … from 'loopengine'` gives an agent's own files at run time. */
export { isLoopengineError, LoopengineError } from '../core/errors.ts'
export { agentAsTool } from '../tools/agent-as-tool.ts'
export { defineTool } from '../tools/define-tool.ts'
export { httpRequest } from '../tools/http-tool/http-request.ts'
export { httpResult } from '../tools/http-tool/http-result.ts'
