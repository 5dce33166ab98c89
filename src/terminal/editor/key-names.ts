/** The final letter of `CSI … X` and `SS3 X`. */
const LETTERS: Record<string, string> = {
  A: 'up',
  B: 'down',
  C: 'right',
  D: 'left',
  F: 'end',
  H: 'home',
  M: 'enter',
  Z: 'shift-tab',
}

/** The number of `CSI n ~`. */
const NUMBERS: Record<string, string> = {
  1: 'home',
  2: 'insert',
  3: 'delete',
  4: 'end',
  5: 'pageup',
  6: 'pagedown',
  7: 'home',
  8: 'end',
}

const CONTROLS: Record<number, string> = {
  8: 'ctrl-h',
  9: 'tab',
  10: 'ctrl-j',
  13: 'enter',
  27: 'escape',
  127: 'backspace',
}

/** A control character as a chord; undefined when nobody can type it on purpose. */
export function controlName(code: number): string | undefined {
  const known = CONTROLS[code]
  if (known !== undefined) return known
  if (code >= 1 && code <= 26) return `ctrl-${String.fromCharCode(code + 96)}`
  return code === 31 ? 'ctrl-_' : undefined
}

/** The chord of a control sequence, by its parameters and final character; undefined for what no key sends. */
export function sequenceName(parameters: string, final: string): string | undefined {
  const [first = '', second = '', third = ''] = parameters.split(';')
  if (final === 'u') return codeName(Number.parseInt(first, 10), second)
  if (final === '~' && first === '27') return codeName(Number.parseInt(third, 10), second)
  const name = final === '~' ? NUMBERS[first] : LETTERS[final]
  return name === undefined ? undefined : modifiers(second) + name
}

/** A key that a terminal names by its character's code, as those with extended keys do. */
function codeName(code: number, modifier: string): string | undefined {
  const held = modifiers(modifier)
  const named = CONTROLS[code]
  if (named !== undefined) return held + (named === 'ctrl-j' ? 'enter' : named === 'ctrl-h' ? 'backspace' : named)
  if (code >= 33 && code < 127) return held + String.fromCharCode(code).toLowerCase()
  return code === 32 ? `${held}space` : undefined
}

function modifiers(parameter: string): string {
  const bits = (Number.parseInt(parameter, 10) || 1) - 1
  return `${bits & 4 ? 'ctrl-' : ''}${bits & 2 ? 'alt-' : ''}${bits & 1 ? 'shift-' : ''}`
}
