import { styleText } from 'node:util'

export type Colour = 'red' | 'yellow' | 'green' | 'cyan' | 'gray' | 'bold' | 'italic' | 'underline' | 'strikethrough'

/** Colours a text when the stream is a terminal that wants colours (NO_COLOR, FORCE_COLOR, `--no-color`). */
export function styled(colour: Colour, text: string, stream: NodeJS.WriteStream): string {
  return styleText(colour, text, { stream })
}
