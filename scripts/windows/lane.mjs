/** The lane `windows` of `npm test`: runs Node for Windows under Wine, see docs/using.md. The stories use this system's browser. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { root, say, tool } from '../checkout.mjs'
import { Steps } from '../steps.mjs'
import { failedInVitest, storiesIn } from '../test-report.mjs'
import { checkCommands } from './check-commands.mjs'
import { checkPackage } from './check-package.mjs'
import { allBut, storiesLeftOut, unitTestsLeftOut } from './left-out.mjs'
import { provideWindows } from './provide-windows.mjs'

const here = dirname(fileURLToPath(import.meta.url))
const windowsNode = join(here, 'node')
const unitTests = ['main', 'native-models/process', 'native-models/trial', 'scripts', 'preload', 'core/architecture.test.ts']
const stories = ['access', 'deaths', 'conversations', 'models', 'library', 'get-model', 'answers']
const longestMs = 15 * 60_000

if (process.env.HEADROOM_WINE) runLane()
else enterWindows()

/** Runs this script again inside the chroot. When it ends, its child processes end too. */
function enterWindows() {
  const { wine, modules, nodes, reason } = provideWindows()
  if (reason) throw new Error(reason)
  const work = mkdtempSync(join(tmpdir(), 'headroom-windows-'))
  const shown = [tmpdir(), root.replace(/\/$/, ''), ...Object.values(nodes).map(dirname)]
  const mounts = [join(here, 'in-wine-mounts'), wine, join(modules, 'node_modules'), ...shown, '--']
  const env = {
    ...process.env,
    HEADROOM_WINE: wine,
    HEADROOM_WINE_WORK: work,
    HEADROOM_WINE_NODE: nodes[22],
    HEADROOM_WINE_NODE_20: nodes[20],
  }
  const args = ['--mount', '--pid', '--fork', '--kill-child', '--mount-proc', ...mounts, process.execPath, fileURLToPath(import.meta.url)]
  try {
    process.exitCode = spawnSync('unshare', args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], env }).status ?? 1
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

function runLane() {
  const steps = new Steps()
  for (const { name, reason } of [...unitTestsLeftOut, ...storiesLeftOut]) say(`left out  ${name}: ${reason}`)
  checkCommands(steps, windowsNode)
  checkPackage(steps, windowsNode)
  runUnitTests(steps)
  runStories(steps)
  steps.end()
}

function runUnitTests(steps) {
  const report = join(root, 'test-results/windows-unit.json')
  const [, vitest] = tool('vitest')
  const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${report}`]
  watch(windowsNode, [vitest, 'run', '--project', 'unit', ...reporters, '--testNamePattern', allBut(unitTestsLeftOut), ...unitTests])
  const read = readReport(report)
  steps.add(
    'unit tests',
    read && { passed: read.numPassedTests, failed: read.numFailedTests || read.numFailedTestSuites },
    failedInVitest(read),
  )
}

function runStories(steps) {
  const report = join(root, 'test-results/windows-web.json')
  const [node, playwright] = tool('playwright')
  const filter = ['--grep', allBut(storiesLeftOut), ...stories.map((name) => `e2e/${name}.spec.ts`)]
  watch(node, [playwright, 'test', '--project=web', `--output=${join(root, 'test-results/windows-web')}`, ...filter], {
    HEADROOM_HOST_NODE: windowsNode,
    HEADROOM_REPORT: report,
  })
  const read = readReport(report)
  const { expected = 0, unexpected = 0, flaky = 0 } = read?.stats ?? {}
  steps.add('stories', read && { passed: expected + flaky, failed: unexpected }, [
    ...storiesIn(read, 'unexpected').map((line) => `failed: ${line}`),
    ...storiesIn(read, 'flaky').map((line) => `passed on the second try: ${line}`),
  ])
}

function watch(command, args, env = {}) {
  spawnSync(command, args, {
    cwd: root,
    stdio: ['ignore', 2, 2],
    env: { ...process.env, ...env },
    timeout: longestMs,
    killSignal: 'SIGKILL',
  })
}

function readReport(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined
}
