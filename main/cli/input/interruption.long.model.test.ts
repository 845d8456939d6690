import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { childrenOf } from '../../../e2e/processes'

const root = join(import.meta.dirname, '../../..')
const entry = join(root, 'out/cli/index.mjs')
const pocket = join(root, 'native-models/pocket/pocket-f16.gguf')
const folder = mkdtempSync(join(tmpdir(), 'headroom-interrupt-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function start(...args: readonly string[]) {
  const child = spawn(process.execPath, [entry, ...args], { stdio: 'pipe', env: { ...process.env, HEADROOM_DATA: join(folder, 'data') } })
  child.stdin.on('error', () => {})
  const said = { out: '', err: '' }
  child.stdout.on('data', (chunk) => (said.out += String(chunk)))
  child.stderr.on('data', (chunk) => (said.err += String(chunk)))
  const says = async (pattern: RegExp) => {
    while (!pattern.test(said.err)) await once(child.stderr, 'data')
  }
  const end = once(child, 'close').then(([code]) => ({ ...said, code: code as number | null }))
  return { child, says, end }
}
const stackTrace = /\n {4}at |Error:/
const endless = ['--ignore-eos', '--ctx', '32768']
const story = ['chat', pocket, '--prompt', 'Tell me a long story.', '--temp', '1', '--seed', '7', '--threads', '1', ...endless]
const plans = `${JSON.stringify({ file: pocket, settings: {} })}\n`.repeat(2000)

describe('a command whose output is closed', () => {
  it.each([
    ['chat', story],
    ['chat with JSON', [...story, '--max-tokens', '4', '--json']],
    ['bench', ['bench', pocket, '--tg', '4', '--threads', '1', '--reps', '1', '-o', 'csv']],
    ['plan', ['plan', pocket]],
    ['plan -', ['plan', '-']],
    ['models', ['models', '--json']],
    ['lab', ['lab', 'attention-shapes']],
    ['backends', ['backends']],
    ['help', ['--help']],
  ])('ends without an error message: %s', async (name, args) => {
    const { child, end } = start(...args)
    const reads = name === 'chat' || name === 'plan -'
    child.stdin.write(plans)
    if (reads) await once(child.stdout, 'data')
    child.stdout.destroy()
    const { code, err } = await end
    expect([0, 141]).toContain(code)
    expect(err).not.toMatch(stackTrace)
    expect(err).not.toContain('EPIPE')
  })
})

describe.runIf(process.platform !== 'win32')('Ctrl+C', () => {
  it('stops an answer, and prints the text so far with its figures', async () => {
    const { child, end } = start(...story)
    await once(child.stdout, 'data')
    child.kill('SIGINT')
    const { code, out, err } = await end
    expect(code).toBe(130)
    expect(out).toMatch(/\S.*\n$/s)
    expect(err).toMatch(/ · stopped\nInterrupted\.\n$/)
  })
  it('stops an answer that is printed as JSON, and prints complete JSON or nothing', async () => {
    const { child, says, end } = start(...story, '--json')
    await says(/context of/)
    child.kill('SIGINT')
    const { code, out, err } = await end
    expect(code).toBe(130)
    expect(out === '' || JSON.parse(out).stopReason === 'stopped').toBe(true)
    expect(err).toMatch(/\nInterrupted\.\n$/)
  })
  it('ends the engine during a load', async () => {
    const { child, says, end } = start(...story)
    await says(/loading/)
    const engines = childrenOf(child.pid as number).map(({ pid }) => pid)
    child.kill('SIGINT')
    expect(await end).toMatchObject({ code: 130, out: '', err: 'loading the model\nInterrupted.\n' })
    expect(engines).toHaveLength(1)
    for (const pid of engines) await gone(pid)
  })
  it('ends a command whose engine does not respond, if the user presses it again', async () => {
    const { child, end } = start(...story)
    await once(child.stdout, 'data')
    const [engine] = childrenOf(child.pid as number)
    process.kill(engine?.pid as number, 'SIGSTOP')
    const again = setInterval(() => child.kill('SIGINT'), 100)
    expect((await end).code).toBe(130)
    clearInterval(again)
    process.kill(engine?.pid as number, 'SIGKILL')
  })
  it('ends a benchmark, and prints what was measured', async () => {
    const { child, says, end } = start('bench', pocket, '--tg', '4,1900', '--threads', '1', '--reps', '1', '-o', 'json')
    await says(/\[1 of 2/)
    child.kill('SIGINT')
    const { code, out, err } = await end
    expect(code).toBe(130)
    expect(JSON.parse(out)).toMatchObject([
      { n_gen: 4, avg_ts: expect.any(Number) },
      { n_gen: 1900, avg_ts: null },
    ])
    expect(err).toMatch(/\n1 of 2 measurements had ended\.\nInterrupted\.\n$/)
  })
  it('ends an experiment of the Lab, and its process', async () => {
    const { child, says, end } = start('lab', 'policies')
    await says(/%/)
    const [computing] = childrenOf(child.pid as number)
    child.kill('SIGINT')
    const { code, out, err } = await end
    expect({ code, out }).toEqual({ code: 130, out: '' })
    expect(err).toMatch(/%.*\nInterrupted\.\n$/)
    await gone(computing?.pid as number)
  })
  it('ends a plan that waits for lines, and keeps the answers so far', async () => {
    const { child, end } = start('plan', '-')
    child.stdin.write(plans.slice(0, plans.indexOf('\n') + 1))
    await once(child.stdout, 'data')
    child.kill('SIGINT')
    const { code, out, err } = await end
    expect({ code, err }).toEqual({ code: 130, err: 'Interrupted.\n' })
    expect(JSON.parse(out).refused).toBeNull()
  })
  it.each([
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const)('has the same effect as %s, after which the exit code is %i', async (signal, code) => {
    const { child, says, end } = start(...story)
    await says(/context of/)
    child.kill(signal)
    expect(await end).toMatchObject({ code, err: expect.stringMatching(/\nInterrupted\.\n$/) })
  })
})

async function gone(pid: number): Promise<void> {
  const isThere = () => {
    try {
      return process.kill(pid, 0)
    } catch {
      return false
    }
  }
  while (isThere()) await new Promise((resolve) => setTimeout(resolve, 20))
}

it.runIf(process.platform === 'linux' && existsSync('/usr/bin/script'))(
  'a terminal gets no control characters from file names',
  async () => {
    const name = join(folder, '\u001b]0;title\u0007\u009b2Jred\u001b[31m.gguf')
    copyFileSync(join(root, 'native-models/fixtures/llama-gqa.gguf'), name)
    const onTerminal = async (path: string) => {
      const child = spawn('script', ['-qec', '"$NODE" "$CLI" plan "$FILE"', '/dev/null'], {
        stdio: ['ignore', 'pipe', 'pipe'],
        env: { ...process.env, NODE: process.execPath, CLI: entry, FILE: path },
      })
      let seen = ''
      child.stdout.on('data', (chunk) => (seen += String(chunk)))
      await once(child, 'close')
      return seen
    }
    for (const seen of [await onTerminal(name), await onTerminal(`${name}.none`)]) {
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these characters must not be printed.
      expect(seen).not.toMatch(/[\u0007\u001b\u009b]/)
      expect(seen.length).toBeGreaterThan(50)
    }
    expect(await onTerminal(`${name}.none`)).toContain('␛]0;title␇')
  },
)
