import type { Compiler, ts } from '../typescript.ts'

/**
 * The identifiers of the module, outside its import statements, that mean the top-level binding `name`: not properties
 * of that name, and not inner scopes that declare it anew.
 */
export function referencesTo(compiler: Compiler, source: ts.SourceFile, name: string): ts.Identifier[] {
  const candidates: ts.Identifier[] = []
  const visit = (node: ts.Node): void => {
    if (compiler.isImportDeclaration(node)) return
    if (compiler.isIdentifier(node) && node.text === name && isUse(compiler, node)) candidates.push(node)
    node.forEachChild(visit)
  }
  visit(source)
  if (candidates.every(node => isTopLevel(compiler, node))) return candidates
  const checker = checkerOf(compiler, source)
  return candidates.filter(node => meansTopLevel(compiler, checker, node))
}

function isUse(compiler: Compiler, node: ts.Identifier): boolean {
  const { parent } = node
  if (compiler.isPropertyAccessExpression(parent)) return parent.expression === node
  if (compiler.isQualifiedName(parent)) return parent.left === node
  if (compiler.isExportSpecifier(parent)) {
    return !parent.parent.parent.moduleSpecifier && (parent.propertyName ?? parent.name) === node
  }
  if (compiler.isBindingElement(parent)) return parent.propertyName !== node && parent.initializer === node
  if (compiler.isShorthandPropertyAssignment(parent)) return true
  const named = parent as ts.Node & { name?: ts.Node; label?: ts.Node }
  return named.name !== node && named.label !== node
}

/** No function, class or block stands between it and the module, so that no other scope can own the name. */
function isTopLevel(compiler: Compiler, node: ts.Node): boolean {
  for (let parent = node.parent; !compiler.isSourceFile(parent); parent = parent.parent) {
    const scopes =
      compiler.isFunctionLike(parent) || compiler.isClassLike(parent) || compiler.isModuleDeclaration(parent)
    if (scopes || compiler.isBlock(parent) || compiler.isCatchClause(parent)) return false
    if (compiler.isForStatement(parent) || compiler.isForInStatement(parent) || compiler.isForOfStatement(parent))
      return false
    if (compiler.isTypeNode(parent)) return false
  }
  return true
}

function meansTopLevel(compiler: Compiler, checker: ts.TypeChecker, node: ts.Identifier): boolean {
  const { parent } = node
  const symbol = compiler.isShorthandPropertyAssignment(parent)
    ? checker.getShorthandAssignmentValueSymbol(parent)
    : compiler.isExportSpecifier(parent)
      ? checker.getExportSpecifierLocalTargetSymbol(parent)
      : checker.getSymbolAtLocation(node)
  const [declaration] = symbol?.declarations ?? []
  return declaration === undefined || isTopLevel(compiler, declaration)
}

/** Only for scopes: one file, no libraries, nothing resolved. */
function checkerOf(compiler: Compiler, source: ts.SourceFile): ts.TypeChecker {
  const host: ts.CompilerHost = {
    getSourceFile: name => (name === source.fileName ? source : undefined),
    getDefaultLibFileName: () => 'lib.d.ts',
    writeFile: () => {},
    getCurrentDirectory: () => '/',
    getCanonicalFileName: name => name,
    useCaseSensitiveFileNames: () => true,
    getNewLine: () => '\n',
    fileExists: name => name === source.fileName,
    readFile: () => undefined,
  }
  const options = { noLib: true, noResolve: true, types: [] }
  return compiler.createProgram([source.fileName], options, host).getTypeChecker()
}
