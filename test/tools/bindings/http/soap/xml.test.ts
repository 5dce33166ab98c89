import { describe, expect, it } from 'vitest'
import { contentOf, parseXml, XmlProblem } from '../../../../../src/tools/bindings/http/soap/xml.ts'

describe('an XML document', () => {
  it('is read with namespaces instead of prefixes', async () => {
    const root = await parseXml(
      '<a:r xmlns:a="urn:one" xmlns="urn:two" k="1" a:k="2"><b/><a:c xmlns:a="urn:three"/></a:r>',
    )
    expect(root).toMatchObject({ name: 'r', namespace: 'urn:one' })
    expect(root.attributes).toEqual([
      { name: 'k', namespace: '', value: '1' },
      { name: 'k', namespace: 'urn:one', value: '2' },
    ])
    expect(root.children).toMatchObject([
      { name: 'b', namespace: 'urn:two' },
      { name: 'c', namespace: 'urn:three' },
    ])
  })

  it('keeps text as it is: entities decoded, CDATA untouched, comments left out', async () => {
    const root = await parseXml(
      '<?xml version="1.0"?>\n<a> 1 &lt;&amp;&gt;&quot;&apos;&#65;&#x1F600;<![CDATA[<&amp;>]]><!-- no -->\n</a>',
    )
    expect(contentOf(root)).toBe(' 1 <&>"\'A😀<&amp;>\n')
  })

  it.each([
    ['a document type', '<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>'],
    ['a document type that names a file', '<!DOCTYPE a SYSTEM "file:///etc/passwd"><a/>'],
    ['one that hides behind an attribute', '<a b="<!--">x<!DOCTYPE a [<!ENTITY x "y">]>-->&x;</a>'],
    ['one after the root', '<a/><!DOCTYPE a>'],
    ['a billion laughs', `<!DOCTYPE l [<!ENTITY a "ha"><!ENTITY b "${'&a;'.repeat(50)}">]><l>&b;</l>`],
    ['an entity of its own', '<a>&x;</a>'],
    ['a bare ampersand', '<a>a & b</a>'],
    ['a character that XML has not', '<a>&#0;</a>'],
    ['a surrogate', '<a>&#xD800;</a>'],
    ['an open element', '<a><b></a>'],
    ['two roots', '<a/><b/>'],
    ['nothing', ''],
    ['text', 'hello'],
    ['JSON', '{"a": 1}'],
    ['an undeclared prefix', '<x:a/>'],
    ['an attribute twice', '<a b="1" b="2"/>'],
    ['the name of a prototype', '<a><__proto__>x</__proto__></a>'],
    ['thousands of levels', `${'<a>'.repeat(5000)}${'</a>'.repeat(5000)}`],
  ])('is refused with %s', async (_what, text) => {
    await expect(parseXml(text)).rejects.toThrow(XmlProblem)
  })
})
