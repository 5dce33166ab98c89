import { appendFile } from 'node:fs/promises'
import { defineTool } from 'loopengine'
import { dataFile } from '../store.js'

export const sendEmail = defineTool({
  name: 'send_email',
  description: 'Send an email to a customer',
  input_schema: {
    type: 'object',
    properties: {
      to: { type: 'string', description: 'The address', format: 'email', examples: ['customer-01@example.com'] },
      subject: { type: 'string', description: 'The subject line', minLength: 1, maxLength: 150 },
      body: { type: 'string', description: 'The text', minLength: 1, maxLength: 5000 },
    },
    required: ['to', 'subject', 'body'],
  },
  // This example has no mail server: the mail is kept as one line of data/outbox.jsonl, and nothing leaves the machine.
  execute: async ({ to, subject, body }, context) => {
    const mail = { at: new Date().toISOString(), to, subject: subject.replaceAll(/[\r\n]+/g, ' '), body }
    await appendFile(dataFile(context, 'outbox.jsonl'), `${JSON.stringify(mail)}\n`)
    return { kept: 'outbox.jsonl', to, subject: mail.subject }
  },
})
