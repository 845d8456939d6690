import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import Libsql from 'libsql'
import { expect, it } from 'vitest'
import { describePackage, otherParts } from './legal-files.mjs'
import { libsqlParts } from './libsql-parts.mjs'
import { noticesOf } from './notices.mjs'
import { sbomOf } from './sbom.mjs'

const modules = fileURLToPath(new URL('../node_modules', import.meta.url))
const { libsql, parts } = libsqlParts()
const [binaryPackage] = readdirSync(join(modules, '@libsql')) as [string]

it('the list of libsql’s parts is for the installed version (to update it, run node scripts/libsql-parts.mjs)', () => {
  expect(libsql).toBe(JSON.parse(readFileSync(join(modules, 'libsql/package.json'), 'utf8')).version)
})
it('the list of libsql’s parts contains every crate that the installed binary names', () => {
  const binary = readFileSync(join(modules, '@libsql', binaryPackage, 'index.node'), 'latin1')
  // Panic messages contain the path of their source file in Cargo's registry.
  const named = binary.matchAll(/registry[\\/]src[\\/][^\\/]+[\\/]([\w-]+-\d+\.\d+\.\d+(?:[-+.]\w+)*)[\\/]/g)
  const crates = [...new Set([...named].map(([, crate]) => crate))]
  expect(crates.length).toBeGreaterThan(50)
  const listed = parts.filter(({ purl }) => purl).map(({ name, version }) => `${name}-${version}`)
  expect(crates.filter((crate) => !listed.includes(crate as string))).toEqual([])
})
it('the list of libsql’s parts contains the version of SQLite that the installed binary reports', () => {
  const db = new Libsql(':memory:')
  const { version } = db.prepare('SELECT sqlite_version() AS version').get() as { version: string }
  expect(parts.find(({ name }) => name === 'sqlite')?.version).toBe(version)
})
it('every part of libsql has a license with its text', () => {
  for (const { name, license, texts } of parts) {
    expect(license, name).toMatch(/^\(?[A-Z][\w.-]+\)?( (AND|OR|WITH) \(?[\w.-]+\)?)*$|^blessing$/)
    expect(texts.join(''), name).toMatch(/\S{3}/)
  }
})
it('the notices and the list of parts include libsql’s parts and its own license', () => {
  const lock = JSON.parse(readFileSync(join(modules, '../package-lock.json'), 'utf8'))
  const binary = describePackage(`node_modules/@libsql/${binaryPackage}`, lock)
  const notices = noticesOf([...otherParts('45.4.1'), binary])
  for (const words of [
    'sqlite 3.',
    'sqlite3-multiple-ciphers 1.',
    'ring 0.',
    'tokio 1.',
    'the libSQL authors',
    'Ulrich Telle',
    'The Rust Project',
  ])
    expect(notices).toContain(words)
  expect(notices).toMatch(new RegExp(`@libsql/${binaryPackage} [\\d.]+ \\(MIT\\)\\n-+\\nThe MIT License[^]*Joshua Wise`))
  const { components } = sbomOf({ version: '0', stamp: { commit: '', epoch: 0 }, packages: [binary], others: otherParts('45.4.1') })
  const references = components.map((component: { 'bom-ref': string }) => component['bom-ref'])
  expect(references).toContain(`pkg:cargo/rustls@${parts.find(({ name }) => name === 'rustls')?.version}`)
  expect(new Set(references).size).toBe(references.length)
})
