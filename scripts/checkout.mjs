/** Uses only Node, because it runs before anything is installed. */
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { holdsAll } from './installed-packages.mjs'
import { nodeSupport } from './node-support.mjs'

export const root = join(dirname(fileURLToPath(import.meta.url)), '..')

export const say = (text) => process.stderr.write(`${text}\n`)

/** Sends the command's output to stderr. */
export function run(command, args, options = {}) {
  const result = spawnSync(command, args, { cwd: root, stdio: ['ignore', process.stderr, process.stderr], ...options })
  return result.status ?? 1
}

const packageOfTool = { asar: '@electron/asar', biome: '@biomejs/biome', playwright: '@playwright/test', tsc: 'typescript' }

/** Avoids the .bin entries: on Windows they are batch files, and the shell would split paths at spaces. */
export function tool(name) {
  const folder = join(root, 'node_modules', packageOfTool[name] ?? name)
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  return [process.execPath, join(folder, typeof bin === 'string' ? bin : bin[name])]
}

export function runTool(name, args, options = {}) {
  const [node, script] = tool(name)
  return run(node, [script, ...args], options)
}

export function become(command, args, options = {}) {
  const child = spawn(command, args, { cwd: root, stdio: 'inherit', ...options })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => process.exit(signal ? 128 + os.constants.signals[signal] : (code ?? 1)))
  return child
}

/**
 * Installs the packages of package-lock.json if the installation differs. `needsElectron` is true if the command opens a desktop window
 * where possible.
 */
export function ensureDependencies({ needsElectron = false } = {}) {
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')
  const stamp = join(root, 'node_modules', '.headroom-installed')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return
  if (isInstalled()) return writeFileSync(stamp, lock)
  const { refusal, advice } = nodeSupport(process.version, needsElectron && !process.env.ELECTRON_BIN) ?? {}
  if (refusal) {
    say(refusal)
    process.exit(2)
  }
  if (advice) say(advice)
  // npm before 11 ignores `allowScripts` in package.json. No package needs its install script at this point.
  say('Installing the dependencies (once, about a minute)…')
  if (npm(['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']) !== 0) throw new Error('npm ci failed')
  writeFileSync(stamp, lock)
}

function npm(args) {
  const script = process.env.npm_execpath
  if (script && /\bnpm-cli\.c?js$/.test(script)) return run(process.execPath, [script, ...args])
  return run('npm', args, { shell: process.platform === 'win32' })
}

function isInstalled() {
  const list = join(root, 'node_modules', '.package-lock.json')
  const packagesOf = (path) => JSON.parse(readFileSync(path, 'utf8')).packages
  return existsSync(list) && holdsAll(packagesOf(list), packagesOf(join(root, 'package-lock.json')))
}

const bundles = ['engine', 'fake-engine', 'remote-engine', 'lab', 'trial', 'bandwidth', 'template', 'documents', 'headless', 'cli']
const sources = [
  'core',
  'lab',
  'native-models/bandwidth',
  'native-models/documents',
  'native-models/engine',
  'native-models/fake-engine',
  'native-models/process',
  'native-models/template',
  'native-models/trial',
  'main',
  'preload',
  'renderer',
  'assets',
  'electron.vite.config.ts',
  'vite.node.config.ts',
  'scripts/bundled-packages.mjs',
  'package-lock.json',
]

export function ensureBuilt() {
  const stamp = join(root, 'out', '.built')
  const fingerprint = fingerprintOf(sources)
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint) return
  say('Building…')
  build()
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, fingerprint)
}

export function build() {
  const must = (name, args) => {
    const [node, script] = tool(name)
    const result = spawnSync(node, [script, ...args], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
    if (result.status !== 0) throw new Error(`${name} ${args.join(' ')} failed:\n${result.stdout}${result.stderr}`)
  }
  must('electron-vite', ['build'])
  for (const bundle of bundles) buildBundle(bundle, must)
}

export function buildBundle(
  name,
  must = (tool, args) => {
    if (runTool(tool, args) !== 0) throw new Error(`${name} could not be built`)
  },
) {
  must('vite', ['build', '-c', 'vite.node.config.ts', '--mode', name, '--logLevel', 'warn'])
}

function fingerprintOf(paths) {
  const hash = createHash('sha256').update(process.version)
  const visit = (path) => {
    const stats = statSync(path)
    if (stats.isDirectory()) for (const name of readdirSync(path).sort()) visit(join(path, name))
    else hash.update(`${path}\0${stats.size}\0${stats.mtimeMs}\n`)
  }
  for (const path of paths) visit(join(root, path))
  return hash.digest('hex')
}
