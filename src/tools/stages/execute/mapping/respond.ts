import type { Action, NamedValue } from '../../../../abl/index.ts'
import type { StageCompiler } from '../../compile.ts'
import { compileText, type ReadText } from './assign.ts'
import type { MappingRun, RunAction } from './mapping-run.ts'

type Formats = { name: string; read: ReadText }[]

async function compileFormats(
  formats: readonly NamedValue[],
  compiler: StageCompiler,
  where: string,
): Promise<Formats> {
  return Promise.all(
    formats.map(async ({ name, value }) => ({
      name,
      read: await compileText(value, compiler, `${where}.FORMATS.${name}`),
    })),
  )
}

function filled(run: MappingRun, formats: Formats): Record<string, string> {
  return Object.fromEntries(
    formats.flatMap(({ name, read }) => {
      const found = read(run)
      return found ? [[name, found.value]] : []
    }),
  )
}

/** RESPOND: said to the person, with the same in other formats beside it. */
export async function compileRespond(
  { template, formats }: Extract<Action, { do: 'respond' }>,
  compiler: StageCompiler,
  where: string,
): Promise<RunAction> {
  const text = await compileText(template, compiler, `${where}.RESPOND`)
  const own = await compileFormats(formats, compiler, where)
  return run => {
    const found = text(run)
    if (!found) return
    const all = { ...run.formats, ...filled(run, own) }
    run.formats = undefined
    const beside = Object.keys(all).length === 0 ? {} : { formats: all }
    run.directives.push({ do: 'respond', text: found.value, ...beside })
  }
}

/** FORMATS as an action of its own: beside the RESPOND before it, else the one after it. */
export async function compileFormatsAction(
  { formats }: Extract<Action, { do: 'formats' }>,
  compiler: StageCompiler,
  where: string,
): Promise<RunAction> {
  const own = await compileFormats(formats, compiler, where)
  return run => {
    const said = run.directives.findLast(directive => directive.do === 'respond')
    if (said) said.formats = { ...said.formats, ...filled(run, own) }
    else run.formats = { ...run.formats, ...filled(run, own) }
  }
}
