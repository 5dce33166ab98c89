import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface Certificates {
  /** PEM of the authority that signed the other two. */
  ca: string
  server: { cert: string; key: string }
  client: { cert: string; key: string }
}

/** An authority of this test run, a server's certificate for localhost and a client's. */
export function makeCertificates(): Certificates {
  const folder = mkdtempSync(join(tmpdir(), 'certificates-'))
  try {
    const read = (name: string): string => readFileSync(join(folder, name), 'utf8')
    openssl(folder, [...NEW, '-x509', '-keyout', 'ca.key', '-out', 'ca.crt', '-subj', '/CN=test authority'])
    for (const name of ['server', 'client']) {
      writeFileSync(join(folder, 'names'), 'subjectAltName=DNS:localhost,IP:127.0.0.1')
      openssl(folder, [...NEW, '-keyout', `${name}.key`, '-out', `${name}.csr`, '-subj', `/CN=${name}`])
      const sign = `x509 -req -in ${name}.csr -CA ca.crt -CAkey ca.key -CAcreateserial -days 2 -extfile names -out ${name}.crt`
      openssl(folder, sign.split(' '))
    }
    const pair = (name: string) => ({ cert: read(`${name}.crt`), key: read(`${name}.key`) })
    return { ca: read('ca.crt'), server: pair('server'), client: pair('client') }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const NEW = 'req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2'.split(' ')

function openssl(cwd: string, words: string[]): void {
  execFileSync('openssl', words, { cwd, stdio: 'pipe' })
}
