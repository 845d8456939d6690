#!/usr/bin/env node
/**
 * electron-builder runs this script instead of fpm (CUSTOM_FPM_PATH). Unlike fpm, it adds the manual page, the changelog, the copyright
 * file and the `headroom` command.
 */
import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import { root } from './checkout.mjs'
import { packDeb } from './pack-deb.mjs'
import { packRpm } from './pack-rpm.mjs'

const switches = new Set(['force', 'debug'])
const packers = { deb: packDeb, rpm: packRpm }

/** `files` contains pairs of a source path and a target path below /. */
export function readFpmArguments(words) {
  const options = {}
  const depends = []
  const recommends = []
  const files = []
  for (let at = 0; at < words.length; at++) {
    const [, name, given] = /^--?([a-z][a-z-]*)(?:=(.*))?$/s.exec(words[at]) ?? []
    if (name === undefined) {
      const cut = words[at].indexOf('=')
      if (cut < 0) throw new Error(`Expected SOURCE=TARGET, got "${words[at]}"`)
      files.push([words[at].slice(0, cut), words[at].slice(cut + 1)])
      continue
    }
    const value = switches.has(name) ? true : (given ?? words[++at])
    if (name === 'd') depends.push(value)
    else if (name === 'deb-recommends') recommends.push(value)
    else options[name] = value
  }
  if (!(options.t in packers)) throw new Error(`Expected the package type deb or rpm, got "${options.t}"`)
  const [summary = '', ...lines] = options.description.trim().split('\n')
  return {
    type: options.t,
    name: options.name,
    version: options.version,
    architecture: options.architecture,
    maintainer: options.maintainer,
    url: options.url,
    license: options.license,
    summary: options['rpm-summary'] ?? summary,
    description: lines.map((line) => line.trim()),
    depends,
    recommends,
    afterInstall: options['after-install'],
    afterRemove: options['after-remove'],
    compression: options['deb-compression'] ?? options['rpm-compression'],
    output: resolve(options.package),
    files,
  }
}

function stage(wanted, folder, builtAt) {
  const put = (target, content) => {
    mkdirSync(dirname(join(folder, target)), { recursive: true })
    writeFileSync(join(folder, target), content)
  }
  for (const [source, target] of wanted.files) {
    mkdirSync(dirname(join(folder, target)), { recursive: true })
    cpSync(source, join(folder, target), { recursive: true, verbatimSymlinks: true })
  }
  mkdirSync(join(folder, 'usr/bin'), { recursive: true })
  symlinkSync('/opt/Headroom/resources/bin/headroom', join(folder, 'usr/bin', wanted.name))
  const doc = `usr/share/doc/${wanted.name}`
  const gzip = (text) => gzipSync(text, { level: 9 })
  put(`usr/share/man/man1/${wanted.name}.1.gz`, gzip(readFileSync(join(root, 'assets/linux/headroom.1'))))
  put(`${doc}/copyright`, copyrightOf(wanted))
  put(`${doc}/changelog.gz`, gzip(changelogOf(wanted, builtAt)))
  if (wanted.type === 'deb') put(`usr/share/lintian/overrides/${wanted.name}`, readFileSync(join(root, 'assets/linux/lintian-overrides')))
  execFileSync('chmod', ['-R', 'u+rwX,go+rX,go-w', folder])
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
    if (entry.isFile() && /\.(so(\.\d+)*|node|pak|dat|bin|json|txt|html|png|yml)$/.test(entry.name))
      chmodSync(join(entry.parentPath, entry.name), 0o644)
  return [
    '/opt/Headroom',
    ...wanted.files.slice(1).map(([, target]) => target),
    `/usr/bin/${wanted.name}`,
    `/${doc}`,
    `/usr/share/man/man1/${wanted.name}.1.gz`,
  ]
}

/** Source: DEP-5. */
function copyrightOf({ url, maintainer }) {
  const text = readFileSync(join(root, 'LICENSE'), 'utf8').trim()
  const [, holder = ''] = /^Copyright \(c\) (.*)$/m.exec(text) ?? []
  const body = text.slice(text.indexOf('Permission is hereby granted')).replace(/^$/gm, '.').replace(/^/gm, ' ')
  return `Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: Headroom
Upstream-Contact: ${maintainer}
Source: ${url}
Comment: The licenses of all other parts, including Electron, llama.cpp and the embedded model, are in
 /opt/Headroom/resources/THIRD-PARTY-NOTICES.txt and /opt/Headroom/LICENSES.chromium.html.

Files: *
Copyright: ${holder}
License: Expat

License: Expat
${body}
`
}

const changelogOf = ({ name, version, maintainer }, builtAt) => `${name} (${version}) stable; urgency=medium

  * See CHANGELOG.md in the source repository.

 -- ${maintainer}  ${builtAt.toUTCString().replace('GMT', '+0000')}
`

function main() {
  const wanted = readFpmArguments(process.argv.slice(2))
  const work = mkdtempSync(join(tmpdir(), 'headroom-linux-package-'))
  try {
    const folder = join(work, 'root')
    // The same source must give the same package.
    const epoch = Number(process.env.SOURCE_DATE_EPOCH ?? Math.floor(Date.now() / 1000))
    const targets = stage(wanted, folder, new Date(epoch * 1000))
    packers[wanted.type](wanted, { work, folder, targets, epoch })
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) main()
