import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { root } from '../checkout.mjs'

const cli = join(root, 'out/cli/index.mjs')
const model = join(root, 'native-models/pocket/pocket-f16.gguf')
const chat = ['chat', 'pocket', '--prompt', 'What is the KV cache?', '--json']
const longestMs = 120_000

/** Disables Wine's runtime, so that programs find only Microsoft's. */
export const withoutRuntime = { HEADROOM_WINE_NATIVE: 'vcruntime140,vcruntime140_1,msvcp140' }

export function run(node, args, env = {}) {
  const options = {
    cwd: root,
    encoding: 'utf8',
    timeout: longestMs,
    killSignal: 'SIGKILL',
    env: { ...process.env, HEADROOM_OFFLINE: '1', ...env },
  }
  return spawnSync(node, args, options)
}

const headroom = (node, args, env) => run(node, [cli, ...args], env)

export function must(result, status = 0) {
  if (result.status !== status)
    throw new Error(`Expected the command to end with ${status}, got ${result.signal ?? result.status}: ${result.stderr}${result.stdout}`)
  return result.stdout
}

export function mustAnswer(result) {
  const { text } = JSON.parse(must(result))
  if (!/KV cache/.test(text)) throw new Error(`Expected an answer about the KV cache, got "${text}"`)
}

function mustSay(result, pattern) {
  if (!pattern.test(result.stderr) || /\n\s+at /.test(result.stderr))
    throw new Error(`Expected one sentence that fits ${pattern}, got: ${result.stderr}`)
}

export function checkCommands(steps, windowsNode) {
  steps.step('backends: only the CPU works, and the others give a reason', () => {
    const { automatic, trials } = JSON.parse(must(headroom(windowsNode, ['backends', '--json'])))
    const codes = Object.fromEntries(trials.map(({ backend, code = 'works' }) => [backend, code]))
    if (automatic !== 'cpu' || codes.cpu !== 'works' || codes.cuda !== 'library-missing' || codes.metal !== 'not-on-this-system')
      throw new Error(`Expected the CPU alone to work, got ${JSON.stringify({ automatic, ...codes })}`)
  })
  steps.step('plan: the figures equal those on Linux', () => {
    const [windows, linux] = [windowsNode, process.execPath].map((node) => must(headroom(node, ['plan', model, '--json'])))
    if (windows !== linux) throw new Error(`Expected ${linux}, got ${windows}`)
  })
  steps.step('chat: the embedded model answers', () => mustAnswer(headroom(windowsNode, chat)))
  steps.step('chat: the embedded model answers with Node 20', () =>
    mustAnswer(headroom(windowsNode, chat, { HEADROOM_WINE_NODE: process.env.HEADROOM_WINE_NODE_20 })),
  )
  const missing = /^vc-runtime-missing: .*cannot find VCRUNTIME140\.dll, VCRUNTIME140_1\.dll, and MSVCP140\.dll.*Redistributable.*\n$/
  for (const [what, args] of [
    ['chat', chat],
    ['models', ['models']],
    ['serve', ['serve']],
  ])
    steps.step(`${what} without the Visual C++ runtime: an error names the missing libraries`, () => {
      const result = headroom(windowsNode, args, withoutRuntime)
      must(result, 4)
      mustSay(result, missing)
    })
  steps.step('backends without the Visual C++ runtime: the missing library is named', () => {
    const { trials } = JSON.parse(must(headroom(windowsNode, ['backends', '--json'], withoutRuntime)))
    const cpu = trials.find(({ backend }) => backend === 'cpu')
    if (cpu.code !== 'library-missing' || cpu.library !== 'VCRUNTIME140.dll')
      throw new Error(`Expected VCRUNTIME140.dll, got ${JSON.stringify(cpu)}`)
  })
}
