/** `npm run cuda-lane [-- MODEL.gguf [--depth N,..]]`, see docs/using.md. Exit codes: 0 passed, 1 failed, 2 invalid arguments, 3 no GPU. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { ensureBuilt, ensureDependencies, root, runTool, say } from './checkout.mjs'

const cli = join(root, 'out/cli/index.mjs')
const { model, depth } = readWords()
const driver = nvidiaDriver()
if (driver.reason) end(3, driver.reason)
ensureDependencies()
ensureBuilt()
const trial = cudaTrial()
if (trial.reason) end(3, trial.reason)
say(`${driver.cards}; llama.cpp finds ${trial.devices.join(', ')}`)

const tests = runTool('vitest', ['run', '--project', 'model'], { env: { ...process.env, HEADROOM_LANE_BACKEND: 'cuda' } })
const table = spawnSync(
  process.execPath,
  [cli, 'bench', model, '--gpu', 'cuda', '--pp', '512', '--tg', '128', '--depth', depth, '--kv', 'f16,q8_0,q4_0', '-o', 'md'],
  { cwd: root, stdio: ['ignore', 'pipe', 'inherit'], encoding: 'utf8' },
)
if (table.status !== 0) end(1, `The benchmark failed: headroom bench ended with ${table.status ?? table.signal}.`)
process.stdout.write(`${driver.cards}\n\n${table.stdout}`)
if (tests !== 0) end(1, 'Some tests of the model lane failed with CUDA; they are named above.')

function readWords() {
  try {
    const { values, positionals } = parseArgs({ allowPositionals: true, options: { depth: { type: 'string' } } })
    if (positionals.length > 1) end(2, `cuda-lane takes one model, got ${positionals.length}.`)
    const [given] = positionals
    const path = given && resolve(process.env.INIT_CWD ?? process.cwd(), given)
    if (path && !existsSync(path)) end(2, `No file exists at ${path}.`)
    // The embedded model was trained with contexts of up to 2,048 tokens.
    return { model: path ?? 'pocket', depth: values.depth ?? (path ? '0,4096,16384' : '0,1024') }
  } catch (error) {
    return end(2, error.message)
  }
}

function nvidiaDriver() {
  if (!['linux-x64', 'win32-x64'].includes(`${process.platform}-${process.arch}`))
    return { reason: `llama.cpp has a CUDA build for Linux and Windows on x64; this is ${process.platform} on ${process.arch}.` }
  const asked = spawnSync('nvidia-smi', ['--query-gpu=name,driver_version,memory.total', '--format=csv,noheader'], { encoding: 'utf8' })
  if (asked.error)
    return { reason: 'There is no NVIDIA driver on this machine: nvidia-smi was not found. Run this on a machine with an NVIDIA GPU.' }
  const said = `${asked.stdout}${asked.stderr}`.trim()
  if (asked.status !== 0 || !asked.stdout.trim())
    return { reason: `The NVIDIA driver finds no GPU: ${said || `nvidia-smi ended with ${asked.status}`}` }
  return {
    cards: asked.stdout
      .trim()
      .split('\n')
      .map((line) => line.trim())
      .join('; '),
  }
}

function cudaTrial() {
  const { stdout } = spawnSync(process.execPath, [cli, 'backends', '--json'], { encoding: 'utf8', cwd: root })
  const trial = JSON.parse(stdout).trials.find(({ backend }) => backend === 'cuda')
  return trial.outcome === 'works'
    ? trial
    : { reason: `llama.cpp cannot use CUDA here: ${trial.code} ${trial.library ?? trial.quoted ?? trial.end?.quoted ?? ''}`.trim() }
}

function end(code, sentence) {
  say(sentence)
  process.exit(code)
}
