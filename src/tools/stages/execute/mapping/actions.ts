import type { Action } from '../../../../abl/index.ts'
import type { StageCompiler } from '../../compile.ts'
import { assign, compileAssignments, compileText, compileValue } from './assign.ts'
import { compileBranch } from './branch.ts'
import { compileCall, compileDelegate } from './call.ts'
import type { RunAction } from './mapping-run.ts'
import { compileFormatsAction, compileRespond } from './respond.ts'

/** Actions one after the other, until one ends the block. */
export async function compileActions(
  actions: readonly Action[],
  compiler: StageCompiler,
  where: string,
): Promise<RunAction> {
  const compiled = await Promise.all(actions.map(action => compileAction(action, compiler, where)))
  return async run => {
    for (const act of compiled) {
      if (run.ended) return
      await act(run)
    }
  }
}

async function compileAction(action: Action, compiler: StageCompiler, where: string): Promise<RunAction> {
  switch (action.do) {
    case 'set': {
      const assignments = await compileAssignments(action.assignments, compiler, `${where}.SET`)
      return run => assign(run, assignments)
    }
    case 'clear':
      return run => {
        for (const path of action.paths) run.writer.clear(path)
      }
    case 'log': {
      const text = await compileText(action.template, compiler, `${where}.LOG`)
      return run => {
        const found = text(run)
        if (found) run.context.emit({ type: 'trace', stage: 'log', message: found.value })
      }
    }
    case 'respond':
      return compileRespond(action, compiler, where)
    case 'formats':
      return compileFormatsAction(action, compiler, where)
    case 'call':
      return compileCall(action, compiler, where)
    case 'delegate':
      return compileDelegate(action, compiler, where)
    case 'handoff':
      return run => void run.directives.push({ do: 'handoff', agent: action.agent })
    case 'goto':
      return run => {
        run.directives.push({ do: 'step', name: action.step })
        run.next = undefined
        run.ended = true
      }
    case 'then':
      return run => {
        run.next = action.step
      }
    case 'return': {
      const read = await compileValue(action.value, compiler, `${where}.RETURN`)
      return run => {
        run.returned = read(run) ?? run.returned
        run.ended = true
      }
    }
    case 'complete':
      return run => {
        if (action.value) run.directives.push({ do: 'end_turn' })
      }
    case 'branch':
      return compileBranch(action, { compiler, where, compileBlock: inner => compileActions(inner, compiler, where) })
  }
}
