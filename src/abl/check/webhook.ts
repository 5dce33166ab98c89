import { typeName } from '../types.ts'
import { type Rule, report } from './rule.ts'

/** The callback URL is put into the body: what it is put into must be an object. */
export const checkWebhook: Rule = tool => {
  const { binding, parameters } = tool.spec
  if (binding?.type !== 'async_webhook') return
  const [first, ...deeper] = binding.callbackUrlField.split('.')
  const parameter = parameters.find(({ name }) => name === first)
  if (!parameter) return
  const takesFields = ['object', 'named', 'any'].includes(parameter.type.kind)
  if (deeper.length > 0 && takesFields) return
  const message =
    deeper.length > 0
      ? `\`callback_url_field\` leads into \`${first}\`, which is ${typeName(parameter.type)}, not an object.`
      : `\`callback_url_field\` would replace the parameter \`${first}\`.`
  report(tool, 'callback_url_field', { code: 'ABL3009', message, hint: 'choose another field' })
}
