import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { root, run, runTool, say } from './checkout.mjs'

// The headless shell takes a fifth less processor time for a story than Chromium.
const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const knownPaths = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
]

/** `executable` is empty for Playwright's browser. */
export function findBrowser() {
  const named = process.env.CHROMIUM
  if (named) return existsSync(named) ? { executable: named } : { reason: `CHROMIUM names ${named}, which does not exist` }
  const found = installed()
  if (found !== undefined) return { executable: found }
  say('Installing a browser for the tests…')
  installDebianPackages(['chromium-headless-shell'])
  if (installed() === undefined) runTool('playwright', ['install', 'chromium'])
  const now = installed()
  return now === undefined ? { reason: 'neither Chromium nor Chrome is installed, and neither could be installed' } : { executable: now }
}

function installed() {
  for (const folder of (process.env.PATH ?? '').split(delimiter))
    for (const name of names) if (folder && existsSync(join(folder, name))) return join(folder, name)
  const installed = knownPaths.find((path) => existsSync(path))
  if (installed) return installed
  return playwrightHasOne() ? '' : undefined
}

function playwrightHasOne() {
  const script = `import('@playwright/test').then(({ chromium }) => console.log(chromium.executablePath()))`
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script], { cwd: root, encoding: 'utf8' })
  return existsSync(stdout.trim())
}

/** Works only as root on Debian and its derivatives. Returns true if the packages are installed. */
export function installDebianPackages(packages) {
  if (process.platform !== 'linux' || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  run('apt-get', ['update', '-qq'], { env })
  return run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], { env }) === 0
}
