// An ability's packages in the project's package.json. The text is spliced: every other byte stays.

import { LoopengineError } from '../core/errors.ts'
import { isRecord, parseJson } from '../core/json.ts'
import type { ChangePlan } from '../edit/change-set/change-plan.ts'
import { insertItem } from '../edit/comma-list/insert-item.ts'
import { removeItem } from '../edit/comma-list/remove-item.ts'
import { applySplices } from '../edit/text.ts'
import { bracketList } from '../edit/tools-index/bracket-list.ts'
import { type Compiler, loadCompiler, type ts } from '../edit/typescript.ts'

const FILE = 'package.json'

/**
 * Plans the dependencies that package.json does not have yet; returns their names. @throws LoopengineError
 * `dependency_conflict` when it has one with a range that allows other versions, `no_package_json`
 */
export async function addDependencies(
  plan: ChangePlan,
  ability: string,
  wanted: Readonly<Record<string, string>>,
): Promise<string[]> {
  if (Object.keys(wanted).length === 0) return []
  const text = await plan.readText(FILE)
  if (text === undefined) {
    const message = `\`${ability}\` needs packages (${Object.keys(wanted).join(', ')}), and the project has no package.json.`
    throw new LoopengineError('no_package_json', message, { hint: 'Make one with `npm init`.' })
  }
  const known = declaredIn(text)
  await refuseConflicts(ability, wanted, known)
  const missing = Object.entries(wanted).filter(([name]) => !known.has(name))
  let now = text
  for (const [name, range] of missing) now = await withDependency(now, name, range)
  if (now !== text) await plan.write(FILE, now)
  return missing.map(([name]) => name)
}

/** Plans the removal of dependencies that still have the range they were added with; returns those that stay. */
export async function dropDependencies(plan: ChangePlan, dropped: Readonly<Record<string, string>>): Promise<string[]> {
  const text = await plan.readText(FILE)
  if (text === undefined || Object.keys(dropped).length === 0) return []
  const own = dependenciesOf(text)
  const [same, changed] = [true, false].map(wanted =>
    Object.keys(dropped).filter(name => (own[name] === dropped[name]) === wanted),
  )
  let now = text
  for (const name of same ?? []) now = await withoutDependency(now, name)
  if (now !== text) await plan.write(FILE, now)
  return (changed ?? []).filter(name => own[name] !== undefined)
}

/** Every declared package with its range, whichever kind of dependency it is. */
function declaredIn(text: string): Map<string, string> {
  const document = parseJson(text.replace(/^\ufeff/, ''))
  if (!isRecord(document)) throw invalid()
  const kinds = ['dependencies', 'devDependencies', 'optionalDependencies'].map(kind => document[kind]).filter(isRecord)
  return new Map(kinds.reverse().flatMap(kind => Object.entries(kind).map(([name, range]) => [name, String(range)])))
}

function dependenciesOf(text: string): Record<string, unknown> {
  const document = parseJson(text.replace(/^\ufeff/, ''))
  return isRecord(document) && isRecord(document.dependencies) ? document.dependencies : {}
}

async function refuseConflicts(
  ability: string,
  wanted: Readonly<Record<string, string>>,
  known: ReadonlyMap<string, string>,
): Promise<void> {
  const { subset, validRange } = await import('semver')
  const conflicts = Object.entries(wanted).flatMap(([name, range]) => {
    const own = known.get(name)
    const fits = own === undefined || own === range || (validRange(own) !== null && subset(own, range))
    return fits ? [] : [`\`${name}\` in ${range}, and package.json has ${own}`]
  })
  if (conflicts.length === 0) return
  throw new LoopengineError('dependency_conflict', `\`${ability}\` needs ${conflicts.join('; ')}.`, {
    hint: 'Change the range in package.json so that every version it allows is one the ability works with.',
    file: FILE,
  })
}

async function withDependency(text: string, name: string, range: string): Promise<string> {
  const compiler = await loadCompiler()
  const { root, section } = sections(compiler, text)
  const entry = `${JSON.stringify(name)}: ${JSON.stringify(range)}`
  return checked(
    section ? inserted(compiler, text, section, entry) : inserted(compiler, text, root, newSection(text, entry)),
  )
}

/** The new section stands last. */
function newSection(text: string, entry: string): string {
  const lineBreak = text.includes('\r\n') ? '\r\n' : '\n'
  const indent = /\n([ \t]+)"/.exec(text)?.[1]
  if (indent === undefined) return `"dependencies": { ${entry} }`
  return `"dependencies": {${lineBreak}${indent}${indent}${entry}${lineBreak}${indent}}`
}

/** The only entry of a section that stands and looks as a new one does takes the section with it. */
async function withoutDependency(text: string, name: string): Promise<string> {
  const compiler = await loadCompiler()
  const { root, section } = sections(compiler, text)
  const index = section?.properties.findIndex(property => nameOf(property) === name) ?? -1
  if (!section || index < 0) return text
  const isNewOne = nameOf(root.properties.at(-1)) === 'dependencies' && /^\{\s/.test(section.getText())
  const takesSection = section.properties.length === 1 && isNewOne
  const [holder, at] = takesSection ? [root, root.properties.length - 1] : [section, index]
  return checked(applySplices(text, removeItem(text, bracketList(compiler, holder, holder.getSourceFile()), at)))
}

function inserted(compiler: Compiler, text: string, holder: ts.ObjectLiteralExpression, entry: string): string {
  return applySplices(text, insertItem(text, bracketList(compiler, holder, holder.getSourceFile()), entry))
}

interface Sections {
  root: ts.ObjectLiteralExpression
  section: ts.ObjectLiteralExpression | undefined
}

function sections(compiler: Compiler, text: string): Sections {
  const source = compiler.createSourceFile(FILE, text, compiler.ScriptTarget.Latest, true, compiler.ScriptKind.JSON)
  const [statement] = source.statements
  const root = statement && compiler.isExpressionStatement(statement) ? statement.expression : undefined
  if (!root || !compiler.isObjectLiteralExpression(root)) throw invalid()
  const property = root.properties.find(candidate => nameOf(candidate) === 'dependencies')
  const value = property && compiler.isPropertyAssignment(property) ? property.initializer : undefined
  return { root, section: value && compiler.isObjectLiteralExpression(value) ? value : undefined }
}

function nameOf(property: ts.ObjectLiteralElementLike | undefined): string | undefined {
  return property?.name && 'text' in property.name ? property.name.text : undefined
}

/** No text is handed on that is not JSON. */
function checked(text: string): string {
  if (parseJson(text.replace(/^\ufeff/, '')) === undefined) throw invalid()
  return text
}

function invalid(): LoopengineError {
  return new LoopengineError('package_json_invalid', `${FILE} cannot be edited for certain.`, {
    hint: 'Mend it, or change its `dependencies` by hand first.',
    file: FILE,
  })
}
