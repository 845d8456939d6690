/**
 * The parts compiled into libsql's binary, which its npm package does not name.
 *
 * After an update of libsql, rewrite assets/licenses/libsql-parts.json (needs Cargo):
 *   git clone --branch vVERSION https://github.com/tursodatabase/libsql-js && node scripts/libsql-parts.mjs libsql-js
 * The list contains every crate that is linked on any of our platforms, including parts that the linker drops.
 */
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from './checkout.mjs'

const file = join(root, 'assets/licenses/libsql-parts.json')

export function libsqlParts() {
  const { libsql, parts, texts } = JSON.parse(readFileSync(file, 'utf8'))
  return { libsql, parts: parts.map(({ text, ...part }) => ({ ...part, texts: [texts[text]], kind: 'library' })) }
}

const targets = [
  'x86_64-unknown-linux-gnu',
  'aarch64-unknown-linux-gnu',
  'x86_64-apple-darwin',
  'aarch64-apple-darwin',
  'x86_64-pc-windows-msvc',
]
/** Crates that ship no license text. Neon is dual-licensed (MIT or Apache-2.0); we use it under Apache-2.0. */
const textElsewhere = [
  { crates: /^libsql/, license: 'MIT', text: () => read(join(root, 'assets/licenses/libsql.txt')) },
  { crates: /^(neon|prost)$/, license: 'Apache-2.0', text: (crates) => textsOf(crates.find(({ name }) => name === 'tokio-rustls')).apache },
]

function writeParts(folder) {
  const crates = linkedCrates(folder)
  const [ffi] = crates.filter(({ name }) => name === 'libsql-ffi')
  const bundled = join(dirname(ffi.manifest_path), 'bundled')
  const [, sqlite] = /define SQLITE_VERSION\s+"([^"]+)"/.exec(read(join(bundled, 'src/sqlite3.h')))
  const ciphers = join(bundled, 'SQLite3MultipleCiphers')
  const [, cipher] = /SQLite3 Multiple Ciphers ([\d.]+)"/.exec(read(join(ciphers, 'src/sqlite3mc_version.h')))
  const [, rust] = /channel = "([\d.]+)"/.exec(read(join(folder, 'rust-toolchain.toml')))
  const { version } = JSON.parse(read(join(folder, 'package.json')))
  const { mit } = textsOf(crates.find(({ name }) => name === 'libc'))
  const described = [
    {
      name: 'sqlite',
      version: sqlite,
      license: 'blessing',
      text: 'The authors of SQLite have dedicated the code to the public domain: https://sqlite.org/copyright.html',
      note: 'With the changes of libSQL, under libSQL’s license.',
    },
    { name: 'sqlite3-multiple-ciphers', version: cipher, license: 'MIT', text: read(join(ciphers, 'LICENSE')) },
    {
      name: 'rust-standard-library',
      version: rust,
      license: 'MIT OR Apache-2.0',
      text: mit.replace(/^Copyright.*$/m, 'Copyright (c) The Rust Project Contributors'),
    },
    ...crates.map((crate) => describeCrate(crate, crates)),
  ]
  const texts = [...new Set(described.map(({ text }) => text))]
  const parts = described.map(({ text, ...part }) => ({ ...part, text: texts.indexOf(text) }))
  writeFileSync(file, `${JSON.stringify({ libsql: version, parts, texts }, null, 2)}\n`)
  console.log(`${parts.length} parts of libsql ${version}, with ${texts.length} texts`)
}

function linkedCrates(folder) {
  const found = new Map()
  for (const target of targets) {
    // Cargo runs in this repository, because libsql-js pins a Rust toolchain that may be missing.
    const args = [
      'metadata',
      '--locked',
      '--format-version',
      '1',
      '--filter-platform',
      target,
      '--manifest-path',
      resolve(folder, 'Cargo.toml'),
    ]
    const { packages, resolve: graph } = JSON.parse(
      execFileSync('cargo', args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 28, stdio: ['ignore', 'pipe', 'inherit'] }),
    )
    const described = new Map(packages.map((crate) => [crate.id, crate]))
    const nodes = new Map(graph.nodes.map((node) => [node.id, node]))
    const reached = new Set([graph.root])
    // `reached` grows during the loop.
    for (const id of reached)
      for (const { pkg, dep_kinds } of nodes.get(id).deps) {
        const runsWhileCompiling = described.get(pkg).targets.some(({ kind }) => kind.includes('proc-macro'))
        if (!runsWhileCompiling && dep_kinds.some(({ kind }) => kind === null)) reached.add(pkg)
      }
    for (const id of reached) if (id !== graph.root) found.set(id, described.get(id))
  }
  return [...found.values()].sort((left, right) => (left.name + left.version < right.name + right.version ? -1 : 1))
}

function describeCrate(crate, crates) {
  const { name, version } = crate
  const license = name === 'ring' ? 'ISC AND MIT AND OpenSSL' : crate.license.replace(/ ?\/ ?/g, ' OR ')
  const { mit, all } = textsOf(crate)
  const elsewhere = textElsewhere.find(({ crates }) => crates.test(name))
  const text = (/\bOR\b/.test(license) && /\bMIT\b/.test(license) && !/\bAND\b/.test(license) && mit) || all || elsewhere?.text(crates)
  if (!text) throw new Error(`Expected a license text for ${name} ${version} (${license})`)
  const source = license === 'MPL-2.0' ? { note: `Its source: https://crates.io/crates/${name}/${version}` } : {}
  return { name, version, license, text, ...source, purl: `pkg:cargo/${name}@${version}` }
}

function textsOf({ manifest_path }) {
  const folder = dirname(manifest_path)
  const names = readdirSync(folder)
    .filter((name) => /^(licen[cs]e|copying|notice|unlicense)/i.test(name) && !/\.(rs|toml|json|spdx)$/.test(name))
    .sort()
  const text = (pattern) => {
    const name = names.find((name) => pattern.test(name))
    return name && read(join(folder, name))
  }
  const isFile = (name) => readdirSync(folder, { withFileTypes: true }).some((entry) => entry.name === name && entry.isFile())
  return {
    mit: text(/mit/i),
    apache: text(/apache/i),
    all: names
      .filter(isFile)
      .map((name) => read(join(folder, name)))
      .join('\n\n'),
  }
}

function read(path) {
  return readFileSync(path, 'utf8').replace(/\r\n/g, '\n').trim()
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) writeParts(process.argv[2])
