// The picture of the chat in the README: a real chat in a real terminal (tmux), drawn as SVG. node scripts/terminal-picture.mjs
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { root } from './root.mjs'

const COLUMNS = 96
const ROWS = 30
const SESSION = `picture-${process.pid}`
const COLOURS = ['#24292f', '#cf222e', '#1a7f37', '#9a6700', '#0969da', '#8250df', '#1b7c83', '#57606a']

const tmux = (...words) => execFileSync('tmux', words, { encoding: 'utf8' })

async function screen() {
  const chat = `cd '${root}' && LOOPENGINE_ENV=development node bin/run.js chat customer-service --model offline`
  tmux('new-session', '-d', '-s', SESSION, '-x', String(COLUMNS), '-y', String(ROWS), chat)
  try {
    await sleep(4000)
    for (const line of ['Where is order A-1001 and who ships it?', 'Refund 60 for order A-1001']) {
      tmux('send-keys', '-t', SESSION, line, 'Enter')
      await sleep(3000)
    }
    return tmux('capture-pane', '-e', '-p', '-t', SESSION)
  } finally {
    tmux('kill-session', '-t', SESSION)
  }
}

/** Runs of text with one look, a list a line. */
function runsOf(line) {
  const look = { colour: COLOURS[0], bold: false, dim: false }
  const runs = []
  for (const part of line.split(/(\u001b\[[\d;]*m)/)) {
    const codes = /^\u001b\[([\d;]*)m$/.exec(part)
    if (codes) for (const code of (codes[1] || '0').split(';').map(Number)) apply(look, code)
    else if (part !== '') runs.push({ ...look, text: part })
  }
  return runs
}

function apply(look, code) {
  if (code === 0) Object.assign(look, { colour: COLOURS[0], bold: false, dim: false })
  else if (code === 1) look.bold = true
  else if (code === 2) look.dim = true
  else if (code === 22) Object.assign(look, { bold: false, dim: false })
  else if (code === 39) look.colour = COLOURS[0]
  else if (code >= 30 && code <= 37) look.colour = COLOURS[code - 30]
  else if (code >= 90 && code <= 97) look.colour = code === 90 ? COLOURS[7] : COLOURS[code - 90]
}

function svg(lines) {
  const width = COLUMNS * 8.4 + 32
  const height = lines.length * 19 + 36
  const rows = lines.map((line, index) => {
    const spans = runsOf(line).map(({ text, colour, bold, dim }) => {
      const style = `fill="${colour}"${bold ? ' font-weight="bold"' : ''}${dim ? ' opacity="0.6"' : ''}`
      return `<tspan ${style}>${text.replace(/[&<>]/g, one => `&#${one.charCodeAt(0)};`)}</tspan>`
    })
    return `<text x="16" y="${index * 19 + 30}" xml:space="preserve">${spans.join('')}</text>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">
<title>A chat with the example agent: two look-ups side by side, and a refund that waits for a yes</title>
<rect width="100%" height="100%" rx="8" fill="#f6f8fa" stroke="#d0d7de"/>
<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="14">
${rows.join('\n')}
</g>
</svg>
`
}

const lines = (await screen()).trimEnd().split('\n')
writeFileSync(join(root, 'docs/chat.svg'), svg(lines))
console.log(`docs/chat.svg: ${lines.length} lines`)
