import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { filesBelow } from './files-below.mjs'

/** `folder` has the layout of /. File times are at most `epoch`, in seconds. */
export function packDeb(wanted, { folder, epoch }) {
  const files = filesBelow(folder)
  const kibibytes = files.reduce((sum, path) => sum + Math.ceil(statSync(join(folder, path)).size / 1024), 0)
  const control = join(folder, 'DEBIAN')
  mkdirSync(control)
  writeFileSync(join(control, 'control'), controlOf(wanted, kibibytes))
  const sums = files.map(
    (path) =>
      `${createHash('md5')
        .update(readFileSync(join(folder, path)))
        .digest('hex')}  ${path}\n`,
  )
  writeFileSync(join(control, 'md5sums'), sums.join(''))
  for (const [name, script] of [
    ['postinst', wanted.afterInstall],
    ['postrm', wanted.afterRemove],
  ]) {
    if (!script) continue
    writeFileSync(join(control, name), readFileSync(script))
    chmodSync(join(control, name), 0o755)
  }
  const compression = wanted.compression === 'gz' ? ['-Zgzip', '-z1'] : [`-Z${wanted.compression ?? 'xz'}`]
  execFileSync('dpkg-deb', ['--root-owner-group', ...compression, '--build', folder, wanted.output], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, SOURCE_DATE_EPOCH: String(epoch) },
  })
}

const linesOf = (paragraph) => paragraph.match(/.{1,78}(?:\s+|$)/g)?.map((line) => line.trim()) ?? ['']

function controlOf({ name, version, architecture, maintainer, depends, recommends, url, summary, description }, kibibytes) {
  return [
    `Package: ${name}`,
    // A dash would start a Debian revision.
    `Version: ${version.replaceAll('-', '~')}`,
    `Architecture: ${architecture}`,
    `Maintainer: ${maintainer}`,
    `Installed-Size: ${kibibytes}`,
    `Depends: ${depends.join(', ')}`,
    ...(recommends.length > 0 ? [`Recommends: ${recommends.join(', ')}`] : []),
    'Section: science',
    'Priority: optional',
    `Homepage: ${url}`,
    `Description: ${summary}`,
    ...description.flatMap(linesOf).map((line) => ` ${line || '.'}`),
    '',
  ].join('\n')
}
