import { describe, expect, it } from 'vitest'
import { CODES } from '../../src/abl/index.ts'
import { formatDiagnostic } from '../../src/core/diagnostic.ts'
import { check, dedent, files } from '../helpers/abl.ts'

interface Case {
  code: keyof typeof CODES
  source: string
  /** As it is printed: place, code, severity, message, hint. */
  line: string
  file?: string
}

const HTTP =
  'TOOLS:\n  f(a: string) -> object\n    description: "x"\n    type: http\n    endpoint: "https://h/x"\n    method: GET\n'
const TOOL = 'TOOLS:\n  f(a: string) -> object\n    description: "x"\n'

const CASES: readonly Case[] = [
  {
    code: 'ABL1001',
    source: `${TOOL}      hidden: true\n`,
    line: 't.tools.abl:4:7 ABL1001 error Indentation 6 does not match 4, the column of the lines around it. (`description` already has its value on its own line)',
  },
  {
    code: 'ABL1002',
    source: 'TOOLS:\n  f()\n\t  description: "x"\n',
    line: 't.tools.abl:3:1 ABL1002 warning The indentation of this line mixes tabs and spaces. (use spaces; a tab counts to the next multiple of four)',
  },
  {
    code: 'ABL1003',
    source: 'TOOLS:\n  f()\n    description: "x\n',
    line: 't.tools.abl:3:18 ABL1003 error The quote `"` is never closed. (end the text with ")',
  },
  {
    code: 'ABL1004',
    source: 'TOOLS:\n  f()\n    description: "x"\n    provides: [a, b\n    store_result: true\n',
    line: 't.tools.abl:4:15 ABL1004 error The bracket `[` is never closed. (close it with `]`)',
  },
  {
    code: 'ABL1005',
    source: 'TOOLS:\n  f()\n    description: "x" and y\n',
    line: 't.tools.abl:3:21 ABL1005 error Only a comment may follow the closing quote, not `and y`. (escape quotes inside a text: \\")',
  },
  {
    code: 'ABL1006',
    source: 'TOOLS:\n  f()\n    description: #x\n',
    line: 't.tools.abl:3:5 ABL1006 error `description` has no value. (did `#` start a comment? put the value in quotes)',
  },
  {
    code: 'ABL1007',
    source: 'TOOLS:\n  f()\n    description: >\n      folded\n',
    line: 't.tools.abl:3:18 ABL1007 error The block style `>` is not supported. (write `|` alone and the text on deeper lines below it, or put the text in quotes)',
  },
  {
    code: 'ABL1008',
    source: 'Tools:\n  f()\n    description: "x"\n',
    line: 't.tools.abl:1:1 ABL1008 error Section keywords are upper case: `Tools:`. (write `TOOLS:`)',
  },
  {
    code: 'ABL1009',
    source: 'TOOLS:\nf() -> object\n',
    line: 't.tools.abl:2:1 ABL1009 error `f() -> object` stands at column 0, where only section keywords may stand. (indent it under TOOLS:)',
  },
  {
    code: 'ABL1010',
    source: `TOOLS:\n  f(a: ${'array<'.repeat(40)}string)\n`,
    line: 't.tools.abl:2:200 ABL1010 error Types and values are nested at most 32 deep.',
  },
  {
    code: 'ABL1011',
    source: 'MEMORY:\n  a: b\n',
    file: 'agent.abl',
    line: 'agent.abl:1:1 ABL1011 info The section `MEMORY:` is not read here.',
  },
  {
    code: 'ABL1012',
    source: 'TOOLS:\n  f()\n    description: "a\\d"\n',
    line: 't.tools.abl:3:20 ABL1012 error `\\d` is no escape. (a backslash itself is written twice: `\\\\d`)',
  },
  {
    code: 'ABL2001',
    source: 'TOOLS:\n  f(a string)\n',
    line: 't.tools.abl:2:7 ABL2001 error Expected `: type` after `a`, found `string)`. (write `a: string`)',
  },
  {
    code: 'ABL2002',
    source: 'TOOLS:\n  f(a: list<string>)\n',
    line: 't.tools.abl:2:8 ABL2002 error There is no type `list<…>`. (with <…>: array, object, enum, union, nullable)',
  },
  {
    code: 'ABL2003',
    source: 'TOOLS:\n  waitFor()\n    description: "x"\n',
    line: 't.tools.abl:2:3 ABL2003 warning `waitFor` is not snake_case. (write `wait_for`)',
  },
  {
    code: 'ABL2004',
    source: `${TOOL}    description: "y"\n`,
    line: 't.tools.abl:4:5 ABL2004 error `description` is there twice. (keep one of them)',
  },
  {
    code: 'ABL2005',
    source: 'TOOLS:\n  f(limit: number = "ten")\n    description: "x"\n',
    line: 't.tools.abl:2:21 ABL2005 error The default of `limit` must be number, not "ten".',
  },
  {
    code: 'ABL2006',
    source: 'TOOLS:\n  f(unit: string = metric)\n    description: "x"\n',
    line: 't.tools.abl:2:20 ABL2006 warning The default of `unit` is text without quotes. (write "metric")',
  },
  {
    code: 'ABL2007',
    source: `${TOOL}    hint: true\n`,
    line: 't.tools.abl:4:5 ABL2007 warning `hint` is no property. (did you mean `hints`?)',
  },
  {
    code: 'ABL2008',
    source: `${HTTP}    memory_mb: 5\n`,
    line: 't.tools.abl:7:5 ABL2008 warning `memory_mb` is a property of sandbox; this tool is `http`. (leave it out)',
  },
  {
    code: 'ABL2009',
    source: `${HTTP}    body_mode: auto\n`,
    line: 't.tools.abl:7:5 ABL2009 warning `body_mode` belongs to a newer version of the language and has no effect here. (leave it out, or keep it for other readers)',
  },
  {
    code: 'ABL2010',
    source: `${TOOL}    parameters:\n      b:\n        description: "x"\n`,
    line: 't.tools.abl:5:7 ABL2010 error `b` is no parameter of this tool. (did you mean `a`?)',
  },
  {
    code: 'ABL2011',
    source: `${TOOL}    store_result: yes\n`,
    line: 't.tools.abl:4:19 ABL2011 error `store_result` must be `true` or `false`, not `yes`.',
  },
  {
    code: 'ABL2012',
    source: `${TOOL}    type: mcp\n`,
    line: 't.tools.abl:2:3 ABL2012 error `server` is missing. (add `server: …`)',
  },
  {
    code: 'ABL2013',
    source: `${TOOL}    process: {before: {require: [a = "x"]}}\n`,
    line: 't.tools.abl:4:36 ABL2013 error `=` has no meaning here. (compare with `==`)',
  },
  {
    code: 'ABL2014',
    source: 'TOOLS:\n  file: "./x.tools.abl"\n',
    line: 't.tools.abl:2:3 ABL2014 error A file of tools imports no other file. (import both in the agent file)',
  },
  {
    code: 'ABL2015',
    source: `${TOOL}  retry: 1\n`,
    line: 't.tools.abl:4:3 ABL2015 warning The shared default `retry` comes after a tool; it holds for all tools all the same. (put it before the first tool)',
  },
  {
    code: 'ABL3001',
    source: 'TOOLS:\n  file: "./x.tools.abl"\n',
    file: 'agent.abl',
    line: 'agent.abl:2:9 ABL3001 error There is no file `x.tools.abl`. (paths are relative to the file that imports)',
  },
  {
    code: 'ABL3002',
    source: 'TOOLS:\n  file: "./shop.tools.abl" [pai]\n',
    file: 'agent.abl',
    line: 'agent.abl:2:29 ABL3002 error `shop.tools.abl` declares no tool `pai`. (did you mean `pay`?)',
  },
  {
    code: 'ABL3003',
    source: 'TOOLS:\n  file: "../x.tools.abl"\n',
    file: 'agent.abl',
    line: 'agent.abl:2:9 ABL3003 error `../x.tools.abl` leads out of the project. (copy the file into the project)',
  },
  {
    code: 'ABL3004',
    source: HTTP.replace('/x"', '/{b}"'),
    line: 't.tools.abl:5:26 ABL3004 error The path parameter `{b}` is no parameter of `f`. (did you mean `{a}`?)',
  },
  {
    code: 'ABL3005',
    source: HTTP.replace('https://h/x', '/x'),
    line: 't.tools.abl:5:5 ABL3005 warning The endpoint `/x` is relative, and there is no `base_url`. (set base_url in the file of tools, or tools.base_url in the project’s settings)',
  },
  {
    code: 'ABL3006',
    source: `${HTTP}    headers:\n      Authorization: "Bearer abc"\n`,
    line: 't.tools.abl:8:7 ABL3006 warning The header `Authorization` carries a credential that is written out. (take it from {{config.NAME}}, or use auth)',
  },
  {
    code: 'ABL3007',
    source: `${TOOL}    type: mcp\n    server: brav\n`,
    line: 't.tools.abl:5:13 ABL3007 error There is no MCP server `brav`. (did you mean `brave`?)',
  },
  {
    code: 'ABL3008',
    source: `${HTTP}    auth: saml\n`,
    line: 't.tools.abl:7:5 ABL3008 warning `auth: saml` is read but sends nothing. (bind an auth_profile instead)',
  },
  {
    code: 'ABL3009',
    source: `${HTTP}    body_template: "x"\n`,
    line: 't.tools.abl:7:5 ABL3009 error A GET request has no body. (use query_params, or another method)',
  },
  {
    code: 'ABL3010',
    source: TOOL,
    line: 't.tools.abl:2:3 ABL3010 warning `f` has no `type:`, and no other tool of the project has its name. (add type:, or write a tool of that name)',
  },
  {
    code: 'ABL3011',
    source: `${TOOL}    effect: read_only\n    on_result: {set: {x: 1}}\n`,
    line: 't.tools.abl:5:5 ABL3011 error `effect: read_only`, but `on_result` writes to the session. (use effect: state_write)',
  },
  {
    code: 'ABL3012',
    source:
      'TOOLS:\n  f(class: string)\n    description: "x"\n    type: sandbox\n    runtime: python\n    code: "return 1"\n',
    line: 't.tools.abl:2:3 ABL3012 error The parameter `class` is a reserved word of python. (rename it, for example to `class_value`)',
  },
]

describe('diagnostics', () => {
  it.each(CASES)(
    'reports $code with its place, its message and a way out',
    ({ code, source, line, file = 't.tools.abl' }) => {
      const known = code === 'ABL3010' ? { tool: [] } : { mcpServer: ['brave'] }
      const { diagnostics } = check(source, {
        file,
        known,
        read: files({ 'shop.tools.abl': 'TOOLS:\n  pay()\n    description: "x"\n' }),
      })
      expect(diagnostics.filter(diagnostic => diagnostic.code === code).map(formatDiagnostic)).toEqual([line])
    },
  )

  it('has a case for every code', () => {
    expect(CASES.map(({ code }) => code)).toEqual(Object.keys(CODES))
  })

  it('come all at once, in the order of the file', () => {
    const source = dedent(`
      TOOLS:
        retries: 3
        a(x string)
          description: "x"
        b(y: number = "1")
          description: "never closed
          store_result: yes
        c()
          description: "fine"
         stray: 1
        d() -> object
          description: "good"
    `)
    const { diagnostics, tools } = check(source)
    expect(diagnostics.map(({ code, range }) => [code, range?.start.line])).toEqual([
      ['ABL2007', 2],
      ['ABL2001', 3],
      ['ABL2005', 5],
      ['ABL1003', 6],
      ['ABL2011', 7],
      ['ABL1001', 10],
    ])
    expect(tools.map(tool => tool.name)).toEqual(['d'])
  })
})
