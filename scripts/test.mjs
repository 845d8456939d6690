/**
 * `npm test`: installs what is missing, runs every lane, and ends with the line `N passed, N failed`.
 * `npm test -- unit web` runs only the lanes that are named.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ensureBuilt, ensureDependencies, root, say, tool } from './checkout.mjs'
import { findBrowser } from './find-browser.mjs'
import { findDisplay, findDisplays } from './find-display.mjs'
import { findElectron } from './find-electron.mjs'
import { provideVulkan } from './find-vulkan.mjs'
import { failedInVitest, storiesIn } from './told-tests.mjs'

const rooms = ['core', 'native-models', 'main', 'preload', 'renderer', 'e2e', 'bench']
const reports = join(root, 'test-results')

/** Each lane returns `{passed, failed}` and in `told` what to look at, or `{skipped: reason}`. */
const lanes = {
  lint: () => check('biome', ['ci', '--error-on-warnings', '.']),
  types: () => sum([...rooms.map((room) => check('tsc', ['-p', room])), check('tsc', ['-p', 'tsconfig.tests.json'])]),
  unit: () => vitest('unit'),
  model: () => {
    provideVulkan()
    return vitest('model')
  },
  web: () => {
    const browser = findBrowser()
    return browser.reason ? { skipped: browser.reason } : playwright('web', browser.executable ? { CHROMIUM: browser.executable } : {})
  },
  electron: () => {
    const electron = findElectron(!process.env.CI || process.env.HEADROOM_FETCH_ELECTRON === '1')
    if (electron.reason) return { skipped: electron.reason }
    const displays = findDisplays()
    if (displays.reason) return { skipped: displays.reason }
    // Goes before the command, e.g. to cut it off from the network.
    const wrapper = (process.env.HEADROOM_ELECTRON_WRAPPER ?? '').split(' ').filter(Boolean)
    return playwright('electron', { ELECTRON_BIN: electron.binary, ...displays.env }, [...wrapper, ...displays.wrapper])
  },
  package: () => {
    if (process.platform !== 'linux') return { skipped: 'only on Linux are installers made without downloads' }
    const electron = findElectron(false)
    if (electron.reason) return { skipped: electron.reason }
    const folder = dirname(electron.binary)
    if (!existsSync(join(folder, 'version'))) return { skipped: `${folder} is no folder that Electron was unpacked to` }
    const display = findDisplay()
    if (display.reason) return { skipped: display.reason }
    const missing = ['dpkg-deb', '7za'].filter((name) => spawnSync('sh', ['-c', `command -v ${name}`]).status !== 0)
    if (missing.length > 0) return { skipped: `${missing.join(' and ')} is not installed (apt-get install dpkg p7zip-full rpm lintian)` }
    return countedIn([process.execPath, join(root, 'scripts/check-installers.mjs')], { HEADROOM_ELECTRON_DIST: folder })
  },
  screenshots: () => {
    const browser = findBrowser()
    return browser.reason
      ? { skipped: browser.reason }
      : playwright(
          'web',
          { ...(browser.executable ? { CHROMIUM: browser.executable } : {}), HEADROOM_SCREENSHOTS: '1' },
          [],
          ['screenshots'],
        )
  },
}
const ordinary = ['lint', 'types', 'unit', 'model', 'web', 'electron', 'package']

const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !(name in lanes))
if (unknown.length > 0) {
  say(`There is no lane "${unknown.join('", "')}". Lanes: ${Object.keys(lanes).join(', ')}`)
  process.exit(2)
}

ensureDependencies()
ensureBuilt()
rmSync(reports, { recursive: true, force: true })
mkdirSync(reports, { recursive: true })
const total = { passed: 0, failed: 0 }
const lines = []
const told = []
for (const name of wanted.length > 0 ? wanted : ordinary) {
  say(`\n== ${name}`)
  const started = performance.now()
  const result = lanes[name]()
  const seconds = ((performance.now() - started) / 1000).toFixed(0)
  lines.push(
    result.skipped ? `${name}: skipped, ${result.skipped}` : `${name}: ${result.passed} passed, ${result.failed} failed (${seconds} s)`,
  )
  total.passed += result.passed ?? 0
  total.failed += result.failed ?? 0
  told.push(...(result.told ?? []).map((line) => `${name}: ${line}`))
}
console.log(`\n${[...told, ...lines].join('\n')}`)
console.log(`${total.passed} passed, ${total.failed} failed`)
process.exit(total.failed > 0 ? 1 : 0)

/** Runs a command with its output on ours. Returns its exit code, null where it did not end by itself. */
function watch([command, ...args], env = process.env) {
  return spawnSync(command, args, { cwd: root, stdio: 'inherit', env }).status
}

/** A command that is a test as a whole. */
function check(name, args) {
  const status = watch([...tool(name), ...args])
  return { passed: status === 0 ? 1 : 0, failed: status === 0 ? 0 : 1 }
}

/** A command that ends with the line `N passed, N failed`. */
function countedIn([command, ...args], env) {
  const options = { cwd: root, stdio: ['ignore', 'pipe', 'inherit'], encoding: 'utf8', env: { ...process.env, ...env } }
  const { status, stdout } = spawnSync(command, args, options)
  const [, passed, failed] = /(\d+) passed, (\d+) failed\s*$/.exec(stdout) ?? []
  return counted(status, Number(passed ?? 0), Number(failed ?? 0))
}

function sum(results) {
  return results.reduce((all, { passed, failed }) => ({ passed: all.passed + passed, failed: all.failed + failed }), {
    passed: 0,
    failed: 0,
  })
}

function vitest(project) {
  const report = join(reports, `${project}.json`)
  const status = watch([
    ...tool('vitest'),
    'run',
    '--project',
    project,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ])
  const read = readReport(report)
  const { numPassedTests, numFailedTests, numFailedTestSuites } = read ?? {}
  return { ...counted(status, numPassedTests, numFailedTests || numFailedTestSuites), told: failedInVitest(read) }
}

function playwright(project, env, wrapper = [], filter = []) {
  const report = join(reports, `${project}.json`)
  const command = [...wrapper, ...tool('playwright'), 'test', `--project=${project}`, `--output=${join(reports, project)}`, ...filter]
  const status = watch(command, { ...process.env, ...env, HEADROOM_REPORT: report })
  const read = readReport(report)
  const { expected = 0, unexpected = 0, flaky = 0 } = read?.stats ?? {}
  const told = [
    ...storiesIn(read, 'unexpected').map((line) => `failed: ${line}`),
    ...storiesIn(read, 'flaky').map((line) => `passed at the second try: ${line}`),
  ]
  return { ...counted(status, expected + flaky, unexpected), told }
}

/** A lane that ended badly without a failed test has failed as a whole. */
function counted(status, passed = 0, failed = 0) {
  return { passed, failed: failed === 0 && status !== 0 ? 1 : failed }
}

function readReport(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined
}
