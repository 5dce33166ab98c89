import { list } from '../codec/collection.ts'
import { record } from '../codec/record.ts'
import { nameOf, text, word } from '../codec/scalar.ts'
import type { Confirmation } from '../spec.ts'

/** `confirmation:`: when a person must agree, and to what. */
export const confirmation = record<Confirmation>({
  require: { key: 'require', codec: word(['always', 'never', 'when_side_effects']) },
  immutableParams: { key: 'immutable_params', codec: list(nameOf('parameter')), fallback: [] },
  consentRequiredIn: { key: 'consent_required_in', codec: word(['conversation', 'explicit_prompt']) },
  consentScope: { key: 'consent_scope', codec: list(text), fallback: [] },
  consentAction: { key: 'consent_action', codec: text },
  consentFallback: { key: 'consent_fallback', codec: word(['explicit_prompt', 'block']) },
})
