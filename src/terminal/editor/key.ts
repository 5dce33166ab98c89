/**
 * What a person did at the keyboard. `paste` came as one block; a chord is named `enter`, `ctrl-a`, `alt-left`,
 * `shift-tab`, `escape` … with its modifiers in the order ctrl, alt, shift.
 */
export type Key = { kind: 'text'; text: string } | { kind: 'paste'; text: string } | { kind: 'chord'; name: string }

export function chord(name: string): Key {
  return { kind: 'chord', name }
}
