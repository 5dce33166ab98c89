import type { HttpSpec, ToolSpec } from '../../../abl/index.ts'
import { parametersRead } from '../../../abl/index.ts'
import type { AttemptCall, Attempted } from '../binding.ts'
import type { SecretMask } from '../mask-secrets.ts'
import type { CompiledBody } from './request/body.ts'
import { compileText } from './request/fill.ts'
import { restBody } from './request/rest-body.ts'
import { type Answer, isSuccess } from './response/answer.ts'
import { statusFailure } from './response/failure.ts'
import { readAnswer } from './response/read-answer.ts'
import { soapBody } from './soap/envelope.ts'
import { readEnvelope } from './soap/read-envelope.ts'

/** How the body of a request is written and that of an answer read. */
export interface Protocol {
  compileBody(spec: HttpSpec, tool: ToolSpec): Promise<CompiledBody>
  /** Throws the `ToolFailure` that an answer is. */
  read(answer: Answer, reading: Reading): Promise<Attempted>
}

export interface Reading {
  tool: ToolSpec
  spec: HttpSpec
  call: AttemptCall
  mask: SecretMask
}

const rest: Protocol = {
  async compileBody({ bodyTemplate, bodyType, method }) {
    const template = bodyTemplate === undefined || method === 'GET' ? undefined : await compileText(bodyTemplate)
    return { encoder: restBody(template, bodyType), reads: parametersRead(template?.names ?? []) }
  },
  async read(answer, { tool, call, mask }) {
    if (!isSuccess(answer)) throw statusFailure(answer, mask)
    return readAnswer(answer, { returns: tool.returns, call, mask })
  },
}

const soap: Protocol = {
  compileBody: (spec, tool) => soapBody(spec, tool.name),
  read: (answer, { tool, spec, mask }) =>
    readEnvelope(answer, { returns: tool.returns, onSoapFault: spec.onSoapFault, mask }),
}

export const PROTOCOLS = { rest, soap } satisfies Record<HttpSpec['protocol'], Protocol>
