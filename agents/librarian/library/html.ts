const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

/** A heading with nothing beside it on its line. */
const ALONE = /^[ \t]*<h([1-6])\b[^>]*>(.*?)<\/h\1\s*>[ \t]*$/gim

/** The text of a page. Headings that stand alone become Markdown headings; no line moves, so that line numbers still hold. */
export function textOfHtml(html: string): string {
  return html
    .replaceAll(/<!--[\s\S]*?-->|<(script|style|template|noscript)\b[\s\S]*?<\/\1\s*>/gi, keepLines)
    .replaceAll(ALONE, (_line, level: string, title: string) => `${'#'.repeat(Number(level))} ${title}`)
    .replaceAll(/<[a-z/!][^>]*>/gi, keepLines)
    .replaceAll(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (entity, decimal?: string, hex?: string, name = '') => {
      const code = decimal ? Number(decimal) : Number.parseInt(hex ?? '', 16)
      return ENTITIES[name.toLowerCase()] ?? (code > 0 && code < 0x110000 ? String.fromCodePoint(code) : entity)
    })
}

function keepLines(markup: string): string {
  return ` ${markup.replaceAll(/[^\n]+/g, '')}`
}
