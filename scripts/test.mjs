/** `npm test`, see CONTRIBUTING.md. Ends with `N passed, N failed`. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ensureBuilt, ensureDependencies, root, say, tool } from './checkout.mjs'
import { findBrowser } from './find-browser.mjs'
import { findDisplay, findDisplays } from './find-display.mjs'
import { findElectron } from './find-electron.mjs'
import { provideVulkan } from './find-vulkan.mjs'
import { changedFiles, lanesOfChange, notInShortRun, storyTags, testPlan } from './test-plan.mjs'
import { countByReason, failedInVitest, laneLines, skippedInVitest, skippedStories, storiesIn } from './test-report.mjs'
import { storiesLeftOut, unitTestsLeftOut } from './windows/left-out.mjs'
import { provideWindows, windowsObstacle } from './windows/provide-windows.mjs'

const rooms = ['core', 'lab', 'native-models', 'main', 'preload', 'renderer', 'e2e', 'bench']
const reports = join(root, 'test-results')
const mayDownloadElectron = !process.env.CI || process.env.HEADROOM_FETCH_ELECTRON === '1'

/** In a lane's result, `left` counts the skipped tests by reason. */
const lanes = {
  lint: (paths) => check('biome', ['ci', '--error-on-warnings', '--no-errors-on-unmatched', ...(paths.length > 0 ? paths : ['.'])]),
  types: () => sum([...rooms.map((room) => check('tsc', ['-p', room])), check('tsc', ['-p', 'tsconfig.tests.json'])]),
  unit: (filter) => vitest('unit', filter),
  components: (filter) => {
    const browser = findBrowser()
    return browser.reason
      ? { skipped: browser.reason }
      : vitest(
          'components',
          filter,
          ['--config', 'vitest.components.config.ts'],
          browser.executable ? { CHROMIUM: browser.executable } : {},
        )
  },
  model: (filter) => {
    provideVulkan()
    return vitest('model', filter)
  },
  web: (filter) => {
    const browser = findBrowser()
    return browser.reason
      ? { skipped: browser.reason }
      : playwright('web', browser.executable ? { CHROMIUM: browser.executable } : {}, [], [...filter, ...webStories()])
  },
  electron: (filter) => {
    const electron = findElectron(since === undefined && mayDownloadElectron)
    if (electron.reason) return { skipped: electron.reason }
    const displays = findDisplays()
    if (displays.reason) return { skipped: displays.reason }
    const wrapper = (process.env.HEADROOM_ELECTRON_WRAPPER ?? '').split(' ').filter(Boolean)
    const stories = plan.isShort ? ['--grep', `${storyTags.desktop}|${storyTags.both}`] : []
    return playwright(
      'electron',
      { ELECTRON_BIN: electron.binary, ...displays.env },
      [...wrapper, ...displays.wrapper],
      [...filter, ...stories],
    )
  },
  package: () => {
    if (process.platform !== 'linux') return { skipped: 'installers can be built without downloads only on Linux' }
    const electron = findElectron(false)
    if (electron.reason) return { skipped: electron.reason }
    const folder = dirname(electron.binary)
    if (!existsSync(join(folder, 'version'))) return { skipped: `${folder} does not contain an unpacked Electron` }
    const display = findDisplay()
    if (display.reason) return { skipped: display.reason }
    const missing = ['dpkg-deb', '7za'].filter((name) => spawnSync('sh', ['-c', `command -v ${name}`]).status !== 0)
    if (missing.length > 0) return { skipped: `${missing.join(' and ')} is not installed (apt-get install dpkg p7zip-full rpm lintian)` }
    return countedIn([process.execPath, join(root, 'scripts/check-installers.mjs')], { HEADROOM_ELECTRON_DIST: folder })
  },
  windows: () => {
    const reason = windowsObstacle() ?? provideWindows().reason
    if (reason) return { skipped: reason }
    const browser = findBrowser()
    if (browser.reason) return { skipped: browser.reason }
    const left = countByReason([...unitTestsLeftOut, ...storiesLeftOut].map(({ reason }) => reason))
    const lane = [process.execPath, join(root, 'scripts/windows/lane.mjs')]
    return { ...countedIn(lane, browser.executable ? { CHROMIUM: browser.executable } : {}), left }
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
const plan = testPlan(process.argv.slice(2))
if (plan.problem) stop(plan.problem)
const { since } = plan
const touched = since === undefined ? undefined : lanesOfChange(changedFiles(since, git) ?? stop(`There is no commit "${since}"`))

ensureDependencies({ needsElectron: since === undefined && plan.lanes.includes('electron') && mayDownloadElectron })
ensureBuilt()
rmSync(reports, { recursive: true, force: true })
mkdirSync(reports, { recursive: true })
const total = { passed: 0, failed: 0 }
const lines = []
const problems = []
for (const name of plan.lanes) {
  say(`\n== ${name}`)
  const started = performance.now()
  const result = touched && !touched[name] ? { skipped: 'no changed file affects it' } : lanes[name](touched?.[name] ?? plan.filter)
  lines.push(...laneLines(name, result, (performance.now() - started) / 1000))
  total.passed += result.passed ?? 0
  total.failed += result.failed ?? 0
  problems.push(...(result.problems ?? []).map((line) => `${name}: ${line}`))
}
if (plan.isShort) lines.push(...notInShortRun)
console.log(`\n${[...problems, ...lines].join('\n')}`)
console.log(`${total.passed} passed, ${total.failed} failed`)
process.exit(total.failed > 0 ? 1 : 0)

function stop(problem) {
  say(`${problem}.`)
  process.exit(2)
}

function webStories() {
  if (!plan.isShort) return []
  const onDesktop = !findElectron(mayDownloadElectron).reason && !findDisplays().reason
  return ['--grep-invert', onDesktop ? `${storyTags.desktop}|${storyTags.full}` : storyTags.full]
}

function git(words) {
  const { status, stdout } = spawnSync('git', words, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 28 })
  return status === 0 ? stdout.trim() : undefined
}

function watch([command, ...args], env = process.env) {
  return spawnSync(command, args, { cwd: root, stdio: 'inherit', env }).status
}

function check(name, args) {
  const status = watch([...tool(name), ...args])
  return { passed: status === 0 ? 1 : 0, failed: status === 0 ? 0 : 1 }
}

/** The command prints a line for each problem, and finally `N passed, N failed`. */
function countedIn([command, ...args], env) {
  const options = { cwd: root, stdio: ['ignore', 'pipe', 'inherit'], encoding: 'utf8', env: { ...process.env, ...env } }
  const { status, stdout } = spawnSync(command, args, options)
  const lines = stdout.trim().split('\n')
  const [, passed = 0, failed = 0] = /^(\d+) passed, (\d+) failed$/.exec(lines.at(-1)) ?? []
  return { ...counted(status, Number(passed), Number(failed)), problems: lines.slice(0, -1) }
}

function sum(results) {
  return results.reduce((all, { passed, failed }) => ({ passed: all.passed + passed, failed: all.failed + failed }), {
    passed: 0,
    failed: 0,
  })
}

function vitest(project, filter, options = ['--project', project], env = {}) {
  const report = join(reports, `${project}.json`)
  const command = [
    ...tool('vitest'),
    ...(touched ? ['related', '--run', '--passWithNoTests'] : ['run']),
    ...options,
    '--reporter=default',
    '--reporter=json',
    `--reporter=${join(root, 'scripts/skip-notes-reporter.mjs')}`,
    `--outputFile.json=${report}`,
    ...filter,
  ]
  const short = { HEADROOM_SHORT_RUN: plan.isShort ? '1' : '' }
  const status = watch(command, { ...process.env, ...env, ...short })
  const read = readReport(report)
  const { numPassedTests, numFailedTests, numFailedTestSuites } = read ?? {}
  const left = hasTitle(filter) ? undefined : skippedInVitest(read)
  return { ...counted(status, numPassedTests, numFailedTests || numFailedTestSuites), left, problems: failedInVitest(read) }
}

/** Vitest counts a test as skipped if the title filter excludes it. */
function hasTitle(filter) {
  return filter.some((word) => /^(-t|--testNamePattern)/.test(word))
}

function playwright(project, env, wrapper = [], filter = []) {
  const report = join(reports, `${project}.json`)
  const command = [...wrapper, ...tool('playwright'), 'test', `--project=${project}`, `--output=${join(reports, project)}`, ...filter]
  const status = watch(command, { ...process.env, ...env, HEADROOM_REPORT: report })
  const read = readReport(report)
  const { expected = 0, unexpected = 0, flaky = 0 } = read?.stats ?? {}
  const problems = [
    ...storiesIn(read, 'unexpected').map((line) => `failed: ${line}`),
    ...storiesIn(read, 'flaky').map((line) => `passed on the second try: ${line}`),
  ]
  return { ...counted(status, expected + flaky, unexpected), left: skippedStories(read), problems }
}

/** A lane that fails without a failed test counts as one failure. */
function counted(status, passed = 0, failed = 0) {
  return { passed, failed: failed === 0 && status !== 0 ? 1 : failed }
}

function readReport(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined
}
