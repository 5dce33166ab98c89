import { Flags, type Interfaces } from '@oclif/core'
import { usageError } from '../core/errors.ts'
import type { DecisionWord } from '../core/rule.ts'
import type { ChangePlan } from '../edit/change-set/change-plan.ts'
import { planAddAblTool } from '../scaffold/abl-tool/add-abl-tool.ts'
import { planAddTool } from '../scaffold/add-tool.ts'
import { planAddHttpTool } from '../scaffold/http-tool/add-http-tool.ts'
import { readUrl } from '../scaffold/http-tool/read-http-tool.ts'
import { listOperations } from '../scaffold/openapi/list-operations.ts'
import { loadDocument } from '../scaffold/openapi/load-document.ts'
import { chosenOperations, operationsOf } from '../scaffold/openapi/operations.ts'
import { planImport } from '../scaffold/openapi/plan-import.ts'
import { operationList } from '../terminal/operation-list.ts'
import type { Given } from '../terminal/questions.ts'
import { ADD_ABL_TOOL, ADD_HTTP_TOOL, ADD_TOOL, IMPORT_TOOLS } from '../terminal/tool-questions.ts'
import { ablFileChoice, agentNames, chosenAgent } from './agent-choice.ts'
import { ChangeCommand } from './change-command.ts'
import { refuseForeignFlags } from './foreign-flags.ts'
import { questionArgs, questionFlags } from './question-flags.ts'

type Parsed = { args: Given; flags: Given & Interfaces.InferredFlags<typeof ChangeCommand.baseFlags> }

export default class AddTool extends ChangeCommand {
  static override summary = 'Give an agent a tool: its file, its entry in tools/index.ts, its rule in actauth.yml.'
  static override description =
    'All of it is written or none. In a terminal, what is not given is asked for. docs/tools.md has the ways to add a tool.'
  static override examples = [
    `<%= config.bin %> add-tool get-order --agent customer-service --description 'Look an order up by its id' --param 'orderId:string:The order id' --safe`,
    '<%= config.bin %> add-tool cancel-order --agent customer-service --decision ask --dry-run',
    `<%= config.bin %> add-tool track-parcel --kind http --url 'https://api.example.com/parcels/{parcel_id}' --header 'Authorization: Bearer {{PARCEL_TOKEN}}' --safe`,
    `<%= config.bin %> add-tool find-flight --kind abl --url /flights/{number} --param number --file flights.tools.abl`,
    '<%= config.bin %> add-tool --from-openapi openapi.yaml --list',
    '<%= config.bin %> add-tool --from-openapi openapi.yaml --operation getOrder --operation listOrders',
  ]
  static override args = questionArgs(ADD_TOOL)
  static override flags = {
    ...questionFlags({ ...IMPORT_TOOLS, ...ADD_ABL_TOOL, ...ADD_HTTP_TOOL }),
    list: Flags.boolean({ description: 'With --from-openapi: show the operations and change nothing.' }),
  }

  async run(): Promise<unknown> {
    const parsed = (await this.parse(AddTool)) as Parsed
    const { flags } = parsed
    if (flags['from-openapi'] !== undefined) return this.#import(parsed)
    refuseForeignFlags(flags, { 'from-openapi': IMPORT_TOOLS, local: ADD_TOOL, http: ADD_HTTP_TOOL, abl: ADD_ABL_TOOL })
    if (flags.kind === 'http') return this.#addHttp(parsed)
    return flags.kind === 'abl' ? this.#addAbl(parsed) : this.#addLocal(parsed)
  }

  async #addLocal({ args, flags }: Parsed): Promise<unknown> {
    const questions = { ...ADD_TOOL, agent: await this.#agent(flags) }
    const { param, decision, ...tool } = await this.answers(questions, { ...args, ...flags }, flags)
    const wanted = { ...tool, parameters: param, decision: decision as DecisionWord }
    return this.#plan(flags, tool.name, plan => planAddTool(plan, wanted))
  }

  async #addHttp({ args, flags }: Parsed): Promise<unknown> {
    const questions = { ...ADD_HTTP_TOOL, agent: await this.#agent(flags) }
    const answers = await this.answers(questions, { ...args, ...flags }, flags)
    const { param, header, decision, 'response-path': responsePath, ...tool } = answers
    const wanted = { ...tool, parameters: param, headers: header, responsePath, decision: decision as DecisionWord }
    return this.#plan(flags, tool.name, plan => planAddHttpTool(plan, wanted))
  }

  async #addAbl({ args, flags }: Parsed): Promise<unknown> {
    const file = await ablFileChoice(ADD_ABL_TOOL.file, this.projectRoot(flags))
    const questions = { ...ADD_ABL_TOOL, agent: await this.#agent(flags), file }
    const type = flags.type ?? (flags.url === undefined ? undefined : 'http')
    const answers = await this.answers(questions, { ...args, ...flags, type }, flags)
    const { param, header, property, decision, ...tool } = answers
    const lists = { parameters: param, headers: header, properties: property }
    const wanted = { ...tool, ...lists, type: tool.type as 'http', decision: decision as DecisionWord }
    return this.#plan(flags, tool.name, plan => planAddAblTool(plan, wanted))
  }

  async #import({ args, flags }: Parsed): Promise<unknown> {
    refuseForeignFlags(
      { ...args, ...flags, kind: 'from-openapi' },
      { 'from-openapi': IMPORT_TOOLS, http: ADD_HTTP_TOOL, abl: ADD_ABL_TOOL },
    )
    const root = this.projectRoot(flags)
    const kind = flags.kind === 'http' ? 'http' : 'abl'
    if (flags.kind === 'local')
      throw usageError('kind', 'An import makes tools of kind abl or http.', 'Give --kind abl or --kind http.')
    const baseUrl = flags['base-url'] === undefined ? undefined : readUrl(String(flags['base-url']))
    const document = await loadDocument(String(flags['from-openapi']), { root, from: process.cwd() })
    const all = operationsOf(document)
    if (flags.list) return this.#list(listOperations(document, { kind, baseUrl }))
    if (!flags.all && flags.operation === undefined && !this.asks(flags))
      throw usageError(
        'missing_value',
        'Nobody said which operations to import.',
        'Give `--operation ID` (several times for several) or `--all`; `--list` shows them.',
      )
    const operation = { ...IMPORT_TOOLS.operation, choices: all.map(({ id }) => id) }
    const questions = { ...IMPORT_TOOLS, operation, agent: await this.#agent(flags) }
    const answers = await this.answers(questions, flags, flags)
    const operations = answers.all ? all : chosenOperations(all, answers.operation)
    const { agent, file, decision } = answers
    const wanted = { agent, file, decision: decision as DecisionWord, document, operations, kind, baseUrl } as const
    return this.#plan(flags, `--from-openapi ${document.title}`, plan => planImport(plan, wanted))
  }

  #list(operations: ReturnType<typeof listOperations>): unknown {
    this.print(operationList(operations))
    return { operations }
  }

  async #agent(flags: Parsed['flags']): Promise<typeof ADD_TOOL.agent & { choices: string[] }> {
    return chosenAgent(ADD_TOOL.agent, await agentNames(this.projectRoot(flags)))
  }

  #plan(flags: Parsed['flags'], object: string, fill: (plan: ChangePlan) => Promise<void>): Promise<unknown> {
    return this.write(this.projectRoot(flags), flags, this.planWith(this.projectRoot(flags), object, fill))
  }
}
