import type { Severity } from '../core/diagnostic.ts'

interface Code {
  severity: Severity
  title: string
}

/** Every diagnostic of the language: its usual severity and what it is about (docs/abl.md, "Diagnostics"). */
export const CODES = {
  ABL1001: { severity: 'error', title: 'indentation' },
  ABL1002: { severity: 'warning', title: 'tabs and spaces mixed' },
  ABL1003: { severity: 'error', title: 'unclosed quote' },
  ABL1004: { severity: 'error', title: 'unclosed bracket' },
  ABL1005: { severity: 'error', title: 'text after a value' },
  ABL1006: { severity: 'error', title: 'empty value' },
  ABL1007: { severity: 'error', title: 'unsupported block style' },
  ABL1008: { severity: 'error', title: 'case of a section keyword' },
  ABL1009: { severity: 'error', title: 'content at column 0' },
  ABL1010: { severity: 'error', title: 'nested too deep' },
  ABL1011: { severity: 'info', title: 'section that is not read' },
  ABL1012: { severity: 'error', title: 'unknown escape' },
  ABL2001: { severity: 'error', title: 'signature' },
  ABL2002: { severity: 'error', title: 'type' },
  ABL2003: { severity: 'warning', title: 'style of a name' },
  ABL2004: { severity: 'error', title: 'duplicate' },
  ABL2005: { severity: 'error', title: 'default that does not fit its type' },
  ABL2006: { severity: 'warning', title: 'unquoted default' },
  ABL2007: { severity: 'warning', title: 'unknown property' },
  ABL2008: { severity: 'warning', title: 'property of another binding' },
  ABL2009: { severity: 'warning', title: 'property of a newer language' },
  ABL2010: { severity: 'error', title: 'unknown parameter' },
  ABL2011: { severity: 'error', title: 'bad value' },
  ABL2012: { severity: 'error', title: 'missing property' },
  ABL2013: { severity: 'error', title: 'expression' },
  ABL2014: { severity: 'error', title: 'not allowed in this kind of file' },
  ABL2015: { severity: 'warning', title: 'shared default after a tool' },
  ABL3001: { severity: 'error', title: 'imported file not found' },
  ABL3002: { severity: 'error', title: 'imported name not found' },
  ABL3003: { severity: 'error', title: 'import outside the project' },
  ABL3004: { severity: 'error', title: 'path of an endpoint' },
  ABL3005: { severity: 'warning', title: 'relative endpoint without base_url' },
  ABL3006: { severity: 'error', title: 'secret written out' },
  ABL3007: { severity: 'error', title: 'name that nothing declares' },
  ABL3008: { severity: 'warning', title: 'saml is dropped' },
  ABL3009: { severity: 'error', title: 'conflicting keys' },
  ABL3010: { severity: 'warning', title: 'tool without a binding' },
  ABL3011: { severity: 'error', title: 'effect against what the tool does' },
  ABL3012: { severity: 'error', title: 'reserved word of the code language' },
} as const satisfies Record<string, Code>

export type AblCode = keyof typeof CODES
