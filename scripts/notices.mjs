import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './root.mjs'

/**
 * Writes what the bundle owes to others: `dist/THIRD-PARTY-LICENSES.txt`, and `dist/sbom.cdx.json` (CycloneDX 1.5) with
 * every package whose code is inside.
 */
export function writeNotices(metafile) {
  const packages = bundledPackages(metafile)
  writeFileSync(join(root, 'dist/THIRD-PARTY-LICENSES.txt'), packages.map(noticeOf).join(`\n${'-'.repeat(80)}\n\n`))
  writeFileSync(join(root, 'dist/sbom.cdx.json'), `${JSON.stringify(sbomOf(packages), null, 2)}\n`)
  return packages.length
}

function bundledPackages(metafile) {
  const folders = new Set()
  for (const output of Object.values(metafile.outputs)) {
    for (const [input, { bytesInOutput }] of Object.entries(output.inputs)) {
      const folder = /(node_modules\/(?:.*node_modules\/)?(?:@[^/]+\/)?[^/]+)\//.exec(input)?.[1]
      if (folder && bytesInOutput > 0) folders.add(folder)
    }
  }
  const packages = [...folders].map(folder => ({ folder, ...readPackage(folder) }))
  return packages.sort((a, b) => (`${a.name}@${a.version}` < `${b.name}@${b.version}` ? -1 : 1))
}

function readPackage(folder) {
  const { name, version, license, licenses } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'))
  const named = license ?? licenses?.map(each => each.type ?? each).join(' OR ')
  return { name, version, license: typeof named === 'object' ? named.type : (named ?? 'unknown') }
}

function noticeOf({ folder, name, version, license }) {
  const files = readdirSync(join(root, folder)).filter(file => /^(licen[cs]e|copying|notice|third.?party)/i.test(file))
  const texts = files.sort().map(file => readFileSync(join(root, folder, file), 'utf8').trim())
  return `${name} ${version} (${license})\n\n${texts.join('\n\n') || 'The package carries no licence text of its own.'}\n`
}

function sbomOf(packages) {
  const { name, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: { component: { type: 'application', name, version, purl: purlOf(name, version) } },
    components: packages.map(each => ({
      type: 'library',
      name: each.name,
      version: each.version,
      purl: purlOf(each.name, each.version),
      licenses: [{ expression: each.license }],
    })),
  }
}

function purlOf(name, version) {
  return `pkg:npm/${name.replace('@', '%40')}@${version}`
}

export const hasNotices = () => existsSync(join(root, 'dist/sbom.cdx.json'))
