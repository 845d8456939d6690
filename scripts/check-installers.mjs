/** Installs the deb only as root in CI. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from './checkout.mjs'
import { Steps } from './steps.mjs'

const release = join(root, 'release')
const work = mkdtempSync(join(tmpdir(), 'headroom-installers-'))
const wrapper = (process.env.HEADROOM_ELECTRON_WRAPPER ?? '').split(' ').filter(Boolean)
const mayInstall = process.getuid?.() === 0 && Boolean(process.env.CI)
const startedAt = Date.now()
const steps = new Steps()
const step = (name, act) => steps.step(name, act)

function must(command, args, options = {}) {
  const { status, signal, stdout, stderr, error } = spawnSync(command, args, { cwd: root, encoding: 'utf8', ...options })
  if (status !== 0)
    throw new Error(`${command} ${args.join(' ')} ended with ${signal ?? status}\n${error?.message ?? ''}${stdout}${stderr}`)
  return stdout
}
const node = (script, ...args) => must(process.execPath, [join(root, 'scripts', script), ...args])

const made = (ending) => {
  const name = readdirSync(release).find((name) => name.endsWith(ending) && statSync(join(release, name)).mtimeMs >= startedAt)
  if (!name) throw new Error(`Expected a new file that ends in ${ending} in release/`)
  return join(release, name)
}
const has = (command) => spawnSync('sh', ['-c', `command -v ${command}`]).status === 0

const answers = (program) =>
  must(wrapper[0] ?? process.execPath, [
    ...(wrapper.length > 0 ? [...wrapper.slice(1), process.execPath] : []),
    join(root, 'scripts/check-package.mjs'),
    program,
  ])

function commandLineAnswers(launcher) {
  const home = join(work, 'command line')
  mkdirSync(home, { recursive: true })
  const options = { env: { ...process.env, HOME: home, XDG_CONFIG_HOME: '', HEADROOM_OFFLINE: '1' }, cwd: home }
  const { text } = JSON.parse(must(launcher, ['chat', 'pocket', '--prompt', 'What is the KV cache?', '--json'], options))
  if (!/KV cache/.test(text)) throw new Error(`Expected an answer about the KV cache, got "${text}"`)
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const reported = must(launcher, ['--version'], options).trim()
  if (!reported.startsWith(version)) throw new Error(`Expected version ${version}, got "${reported}"`)
  const { status, stderr } = spawnSync(launcher, ['nonsense'], { ...options, encoding: 'utf8' })
  if (status !== 2 || !/unknown command "nonsense"/.test(stderr))
    throw new Error(`Expected exit code 2 for bad input, got ${status}: ${stderr}`)
}

try {
  const targets = ['dir', 'deb', 'tar.gz', ...(has('rpmbuild') ? ['rpm'] : [])]
  step(`${targets.slice(1).join(', ')} are built`, () =>
    node('package.mjs', '--linux', ...targets, '-c.compression=store', '-c.deb.compression=gz', '-c.rpm.compression=gzip'),
  )
  if (steps.failed === 0) {
    step('the notices, the list of parts and the checksums are complete', () => {
      const resources = join(release, 'linux-unpacked/resources')
      const notices = readFileSync(join(resources, 'THIRD-PARTY-NOTICES.txt'), 'utf8')
      for (const name of ['electron ', 'llama.cpp ', 'node-llama-cpp ', 'react ', 'zod ', 'pocket '])
        if (!notices.includes(`\n${name}`)) throw new Error(`Expected the license of ${name.trim()} in the notices`)
      const { components } = JSON.parse(readFileSync(join(resources, 'sbom.cdx.json'), 'utf8'))
      if (components.length < 100) throw new Error(`Expected all parts in the list, got ${components.length}`)
      must('sha256sum', ['--check', '--quiet', 'SHA256SUMS'], { cwd: release })
    })
    step('the folder of the tar.gz starts and answers', () => {
      must('tar', ['-xzf', made('.tar.gz'), '-C', work])
      const [folder] = readdirSync(work).filter((name) => /^Headroom-/.test(name))
      answers(join(work, folder, 'headroom'))
      commandLineAnswers(join(work, folder, 'resources/bin/headroom'))
    })
    if (has('lintian'))
      step('lintian finds nothing in the deb', () => must('lintian', ['--allow-root', '--fail-on', 'error,warning', made('.deb')]))
    if (mayInstall) {
      step('the deb is installed, its command answers, and it is removed', () => {
        must('dpkg', ['--force-depends', '-i', made('.deb')])
        commandLineAnswers('/usr/bin/headroom')
        must('dpkg', ['--purge', 'headroom'])
        for (const left of ['/opt/Headroom', '/usr/bin/headroom', '/usr/share/applications/headroom.desktop'])
          if (existsSync(left)) throw new Error(`Expected ${left} to be removed`)
      })
    } else {
      step('the command in the unpacked deb answers', () => {
        must('dpkg-deb', ['-x', made('.deb'), join(work, 'deb')])
        commandLineAnswers(join(work, 'deb/opt/Headroom/resources/bin/headroom'))
      })
    }
    if (has('rpmbuild')) {
      step('the rpm has the same files as the deb', () => {
        const inRpm = must('rpm', ['-qlp', made('.rpm')])
          .split('\n')
          .filter((path) => path.startsWith('/opt/Headroom/'))
        const inDeb = must('sh', ['-c', 'dpkg-deb --fsys-tarfile "$1" | tar -t', 'sh', made('.deb')])
          .split('\n')
          .map((path) => path.replace(/^\.|\/$/g, ''))
          .filter((path) => path.startsWith('/opt/Headroom/'))
        if (inRpm.sort().join('\n') !== inDeb.sort().join('\n')) throw new Error(`Expected ${inDeb.length} files, got ${inRpm.length}`)
      })
    }
  }
} finally {
  rmSync(work, { recursive: true, force: true })
}
steps.end()
