import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, say } from './checkout.mjs'

const downloadMs = 300_000

export function findElectron(mayDownload) {
  const named = process.env.ELECTRON_BIN
  if (named) return existsSync(named) ? { binary: named } : { reason: `ELECTRON_BIN names ${named}, which does not exist` }
  const installed = installedElectron()
  if (installed) return { binary: installed }
  if (!mayDownload) return { reason: 'the Electron binary is not installed' }
  say('Downloading Electron (once, about 120 MB)…')
  const result = spawnSync(process.execPath, [join(root, 'node_modules/electron/install.js')], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: downloadMs,
  })
  const downloaded = installedElectron()
  if (downloaded) return { binary: downloaded }
  const [major] = process.versions.node.split('.').map(Number)
  const hint = major < 22 ? ` (installing it needs Node 22.12 or newer; this is ${process.version})` : ''
  const words = String(result.stderr).match(/(?:Error|error|RequestError)[^\n]*/)?.[0]
  return { reason: `Electron could not be downloaded${hint}${words ? `: ${words}` : ''}` }
}

function installedElectron() {
  const folder = join(root, 'node_modules/electron')
  const pathFile = join(folder, 'path.txt')
  if (!existsSync(pathFile)) return undefined
  const binary = join(folder, 'dist', readFileSync(pathFile, 'utf8'))
  return existsSync(binary) ? binary : undefined
}

export function windowObstacle(args) {
  if (process.platform !== 'linux') return undefined
  if (!process.env.DISPLAY && !process.env.WAYLAND_DISPLAY) return 'there is no display'
  if (process.getuid?.() === 0 && !args.includes('--no-sandbox'))
    return 'Electron does not run as root with its sandbox (`npm start -- --no-sandbox` opens the window without it)'
  return undefined
}
