/** A stand-in replaces Electron's program, because these checks never run it. */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildStamp } from '../build-stamp.mjs'
import { root, say, tool } from '../checkout.mjs'
import { runtimeVersion } from '../vc-runtime.mjs'
import { must, mustAnswer, run, withoutRuntime } from './check-commands.mjs'

const work = process.env.HEADROOM_WINE_WORK ?? ''
const windowsTree = join(process.env.HEADROOM_WINE ?? '', root)
const { version, devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const electronVersion = devDependencies.electron

/** Microsoft's runtime from PyPI, for this test only. */
const runtimePackage = 'msvc-runtime==14.51.36231'

export function checkPackage(steps, windowsNode) {
  const redist = downloadRuntime()
  if (redist === undefined) return say(`left out  the package for Windows: ${runtimePackage} could not be downloaded from PyPI`)
  const before = steps.failed
  steps.step('the folder of a package for Windows is built', () => makeFolder(redist))
  if (steps.failed > before) return
  const resources = join(work, 'release/win-unpacked/resources')
  const legal = ['THIRD-PARTY-NOTICES.txt', 'sbom.cdx.json']
  steps.step('the notices and the list of parts exist, and Windows writes the same ones', () => {
    const here = legal.map((name) => readFileSync(join(resources, name), 'utf8'))
    for (const name of ['electron ', 'llama.cpp ', 'node-llama-cpp ', 'react ', 'visual-cpp-runtime ', 'sqlite '])
      if (!here[0].includes(`\n${name}`)) throw new Error(`Expected the license of ${name.trim()} in the notices`)
    for (const name of legal) rmSync(join(resources, name))
    const facts = {
      electron: electronVersion,
      version,
      stamp: buildStamp(),
      vcRuntime: runtimeVersion(join(resources, 'app.asar.unpacked')),
    }
    const write = `import('./scripts/legal-files.mjs').then((legal) => legal.writeLegalFiles(process.argv[1], ${JSON.stringify(facts)}))`
    must(run(windowsNode, ['--input-type=module', '-e', write, resources]))
    for (const [at, name] of legal.entries())
      if (readFileSync(join(resources, name), 'utf8') !== here[at]) throw new Error(`Expected the same ${name} from Windows as from Linux`)
  })
  steps.step('the packaged app answers without the system’s Visual C++ runtime, because it includes its own', () => {
    const app = join(work, 'app')
    const [node, asar] = tool('asar')
    must(spawnSync(node, [asar, 'extract', join(resources, 'app.asar'), app], { encoding: 'utf8' }))
    cpSync(join(resources, 'app.asar.unpacked'), app, { recursive: true })
    const env = { ...withoutRuntime, HEADROOM_DATA: join(work, 'data') }
    const ask = (args) => run(windowsNode, [join(app, 'out/cli/index.mjs'), ...args], env)
    mustAnswer(ask(['chat', 'pocket', '--prompt', 'What is the KV cache?', '--json']))
    if (!must(ask(['models'])).includes('Pocket')) throw new Error('Expected the embedded model in the list')
  })
}

function downloadRuntime() {
  const folder = join(work, 'runtime')
  mkdirSync(folder)
  const wheel = ['--no-deps', '--only-binary=:all:', '--platform=win_amd64', '--python-version=3.12']
  const python = (...args) => spawnSync('python3', ['-m', ...args], { cwd: folder, encoding: 'utf8' })
  if (python('pip', 'download', '--quiet', ...wheel, '--dest', '.', runtimePackage).status !== 0) return undefined
  const [archive] = readdirSync(folder)
  if (python('zipfile', '--extract', archive, '.').status !== 0) return undefined
  const [files] = readdirSync(folder).filter((name) => name.endsWith('.data'))
  return join(folder, files, 'data/Scripts')
}

function makeFolder(redist) {
  const electron = join(work, 'electron')
  mkdirSync(electron)
  // electron-builder writes the archive's hash and the fuses into the program, so the stand-in needs fuses (sentinel, version, length,
  // one byte per fuse).
  const fuses = Buffer.concat([Buffer.from('dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'), Buffer.from([1, 9]), Buffer.from('1'.repeat(9))])
  writeFileSync(
    join(electron, 'electron.exe'),
    Buffer.concat([readFileSync(join(root, 'node_modules/electron-winstaller/vendor/7z-x64.exe')), fuses]),
  )
  writeFileSync(join(electron, 'version'), electronVersion)
  const [node, electronBuilder] = tool('electron-builder')
  const args = [
    ...['--win', 'dir', '--x64', '--publish', 'never', '--projectDir', windowsTree],
    ...[`-c.electronDist=${electron}`, `-c.electronVersion=${electronVersion}`, `-c.directories.output=${join(work, 'release')}`],
    '-c.win.signAndEditExecutable=false',
  ]
  const env = { ...process.env, HEADROOM_VC_REDIST: redist }
  const { status, stdout, stderr } = spawnSync(node, [electronBuilder, ...args], { cwd: windowsTree, encoding: 'utf8', env })
  if (status !== 0) throw new Error(`electron-builder ended with ${status}: ${stdout}${stderr}`)
}
