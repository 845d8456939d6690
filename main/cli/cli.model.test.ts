import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { parse } from 'csv-parse/sync'
import { afterAll, describe, expect, it } from 'vitest'
import { childrenOf, type ListedProcess } from '../../e2e/processes'
import { fingerprintOf, keepBudgetSearch } from '../lab/budget-searches'
import { dataFolder, openTestStore } from '../store/testing/test-store'

const root = join(import.meta.dirname, '../..')
const folder = mkdtempSync(join(tmpdir(), 'headroom-cli-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

interface Ended {
  readonly code: number
  readonly out: string
  readonly err: string
}
const start = (args: readonly string[]) =>
  spawn(process.execPath, [join(root, 'out/cli/index.mjs'), ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
async function endOf(started: ChildProcessByStdio<Writable | null, Readable, Readable>): Promise<Ended> {
  let out = ''
  let err = ''
  started.stdout.on('data', (chunk) => (out += String(chunk)))
  started.stderr.on('data', (chunk) => (err += String(chunk)))
  const [code] = (await once(started, 'close')) as [number]
  return { code, out, err }
}
const headroom = (...args: readonly string[]): Promise<Ended> => endOf(start(args))
const written = (name: string, text: string): string => {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}
const story = () =>
  written('story.txt', 'Once upon a time there was a little dog who liked to run in the park with a red ball. '.repeat(30))

describe('headroom chat', () => {
  it('prints an answer with its figures as JSON, and the same answer for the same seed', async () => {
    const args = ['chat', 'pocket', '--prompt', 'Tell me a story.', '--max-tokens', '8', '--seed', '7', '--threads', '1', '--json'] as const
    const first = await headroom(...args)
    expect(first.code).toBe(0)
    const answer = JSON.parse(first.out)
    expect(answer).toMatchObject({ stopReason: 'token-limit', reusedTokens: 0, outputTokens: 8 })
    expect(answer.itlMs.p50).toBeLessThanOrEqual(answer.itlMs.p99)
    expect(answer.cache.allocatedBytes).toBe(answer.cache.predictedBytes)
    expect(JSON.parse((await headroom(...args)).out).text).toBe(answer.text)
  })

  it('binds the answer to the grammar of a preset', async () => {
    const sampling = { grammar: { kind: 'gbnf', text: 'root ::= "yes"' } }
    const preset = written('yes.preset.json', JSON.stringify({ format: 'headroom-preset', version: 1, name: 'Yes', sampling }))
    const { out } = await headroom('chat', 'pocket', '--prompt', 'Is it late?', '--preset', preset, '--threads', '1', '--json')
    expect(JSON.parse(out)).toMatchObject({ text: 'yes', stopReason: 'end-of-text' })
  })

  it('refuses a list of tools that it cannot use before it loads the model, and names the tool', async () => {
    const tools = written('tools.json', JSON.stringify([{ name: 'look_up' }, { name: 'look up' }]))
    const { code, out, err } = await headroom('chat', 'pocket', '--prompt', 'Hi', '--tools', tools)
    expect([code, out]).toEqual([2, ''])
    expect(err).toContain('Tool 2 (“look up”)')
    expect(err).not.toContain('loading the model')
  })

  it('reads a long prompt from standard input, and says if it uses fewer threads than requested', async () => {
    const flags = ['--max-tokens', '1', '--threads', '1024', '--json']
    const child = spawn(process.execPath, [join(root, 'out/cli/index.mjs'), 'chat', 'pocket', ...flags], { stdio: 'pipe' })
    child.stdin.end('A dog ran in the park. '.repeat(60))
    const { code, out, err } = await endOf(child)
    expect(code).toBe(0)
    expect(JSON.parse(out).promptTokens).toBeGreaterThan(300)
    expect(err).toMatch(/^--threads 1024: this machine has \d+ physical cores?, .*; \d+ (is|are) used$/m)
  })

  it('prints several answers from one prefill, each equal to the single answer with the same seed', async () => {
    const flags = ['--prompt', 'Tell me a story.', '--max-tokens', '8', '--temp', '0.9', '--threads', '1', '--json'] as const
    const { answers } = JSON.parse((await headroom('chat', 'pocket', ...flags, '--seed', '7', '--answers', '3')).out)
    expect(answers).toHaveLength(3)
    expect(answers.map((answer: { seed: number }) => answer.seed)).toEqual([7, 8, 9])
    for (const { seed, text } of answers)
      expect(JSON.parse((await headroom('chat', 'pocket', ...flags, '--seed', String(seed))).out).text).toBe(text)
  })

  it('refuses several answers that would be equal, and more than eight', async () => {
    const same = await headroom('chat', 'pocket', '--prompt', 'x', '--temp', '0', '--answers', '2')
    expect(same.err).toMatch(/^answers-refused: At temperature 0/)
    expect((await headroom('chat', 'pocket', '--prompt', 'x', '--answers', '9')).code).toBe(2)
  })

  it('writes the same answer with and without a draft model', async () => {
    const args = [
      'chat',
      'pocket',
      '--prompt',
      'Tell me a story.',
      '--max-tokens',
      '40',
      '--temp',
      '0',
      '--threads',
      '1',
      '--json',
    ] as const
    const plain = JSON.parse((await headroom(...args)).out)
    const drafted = await headroom(...args, '--model-draft', join(root, 'native-models/pocket/pocket-q8_0.gguf'), '--spec-draft-n-max', '4')
    expect(drafted.code).toBe(0)
    const { text, speculation } = JSON.parse(drafted.out)
    expect(text).toBe(plain.text)
    expect(speculation).toMatchObject({ by: 'draft-model' })
    expect(speculation.drafted).toBeGreaterThan(0)
  })

  it('refuses a draft model with another vocabulary, and draft flags without a draft model', async () => {
    const other = join(root, 'native-models/fixtures/llama-gqa.gguf')
    const { code, out, err } = await headroom('chat', 'pocket', '--prompt', 'x', '--model-draft', other)
    expect({ code, out }).toEqual({ code: 3, out: '' })
    expect(err).toMatch(/^draft-refused: llama-gqa\.gguf cannot draft because its vocabulary is different/)
    const unusedFlag = await headroom('chat', 'pocket', '--prompt', 'x', '--spec-draft-n-max', '4')
    expect(unusedFlag.code).toBe(2)
    expect(unusedFlag.err).toContain('--spec-draft-n-max needs --model-draft MODEL')
    expect((await headroom('chat', 'pocket', '--prompt', 'x', '--model-draft', other, '--speculation', 'lookup')).code).toBe(2)
  })

  it('reports a missing file, and exits with code 2', async () => {
    const { code, out, err } = await headroom('chat', join(folder, 'none.gguf'), '--prompt', 'x')
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).toMatch(/^file-not-found: /)
  })

  it('shows only its own usage for unknown flags', async () => {
    const { code, err } = await headroom('chat', 'pocket', '--max', '8')
    expect(code).toBe(2)
    expect(err).toContain('headroom chat MODEL [--prompt TEXT | --prompt-file FILE]')
    expect(err).not.toContain('headroom plan')
  })

  it('exits with code 3 for settings that llama.cpp refuses', async () => {
    const { code, err } = await headroom('chat', 'pocket', '--prompt', 'x', '--kv-v', 'q8_0', '--no-flash-attn')
    expect(code).toBe(3)
    expect(err).toMatch(/^settings-refused: .*flash attention/i)
  })
})

it.each([['chat', '--prompt', 'x'], ['plan'], ['bench'], ['serve', '--data', folder]])(
  'headroom %s says what is wrong with the address of a file on another computer',
  async (command, ...flags) => {
    const { code, out, err } = await headroom(command, 'file://elsewhere/a%2Fb.gguf', ...flags)
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).toMatch(/^file-address-unusable: file:\/\/elsewhere\/a%2Fb\.gguf /)
  },
)

it.runIf(process.platform === 'linux')(
  'headroom plan says that a name is not valid UTF-8 instead of calling the file missing',
  async () => {
    copyFileSync(join(root, 'native-models/fixtures/llama-gqa.gguf'), Buffer.from(join(folder, 'a\xff.gguf'), 'latin1'))
    const script = `exec "$0" "$1" plan "$2"/a$(printf '\\377').gguf`
    const { code, err } = await endOf(
      spawn('sh', ['-c', script, process.execPath, join(root, 'out/cli/index.mjs'), folder], { stdio: ['ignore', 'pipe', 'pipe'] }),
    )
    expect(code).toBe(2)
    expect(err).toMatch(/^file-name-unusable: .*a\ufffd\.gguf cannot be opened/)
  },
)

describe('headroom compare', () => {
  it('prints llama-bench’s columns first, one row for each setting, and the quality loss', async () => {
    const { code, out } = await headroom(
      ...['compare', 'pocket', '--text', story(), '--kv', 'f16,q8_0', '--ctx', '64', '--chunks', '1', '--reps', '0', '--threads', '1'],
      ...['-o', 'csv'],
    )
    expect(code).toBe(0)
    const rows = parse(out, { columns: true }) as Record<string, string>[]
    expect(Object.keys(rows[0] ?? {})[0]).toBe('build_commit')
    expect(rows.map((row) => row.type_k)).toEqual(['f16', 'q8_0'])
    expect(Number(rows[0]?.kld_mean)).toBe(0)
    expect(Number(rows[1]?.kld_mean)).toBeGreaterThan(0)
  })

  it('counts valid JSON answers without and with a grammar, and needs no text for that', async () => {
    const { code, out, err } = await headroom(
      ...['compare', 'pocket', '--schemas', '--suite-prompts', '2', '--kv', 'f16,q8_0', '--reps', '0', '--threads', '1', '-o', 'csv'],
    )
    expect(code).toBe(0)
    const rows = parse(out, { columns: true }) as Record<string, string>[]
    expect(rows.map(({ type_k, json_prompts }) => [type_k, json_prompts])).toEqual([
      ['f16', '2'],
      ['q8_0', '2'],
    ])
    for (const row of rows) expect(row.json_grammar_valid).toBe(row.json_grammar_complete)
    expect(err).toMatch(/schemas with q8_0:q8_0, 1 thread: complete \d\/2, valid \d\/2, with a grammar/)
  })

  it('refuses to measure nothing, and a suite in a search', async () => {
    const nothing = await headroom('compare', 'pocket', '--kv', 'q8_0')
    expect(nothing).toMatchObject({ code: 2, out: '' })
    expect(nothing.err).toContain('or --tool-calls or --schemas')
    const search = await headroom('compare', 'pocket', '--text', story(), '--cheapest', '--max-kld', '1', '--tool-calls')
    expect(search.err).toContain('--cheapest measures no suite')
    expect((await headroom('compare', 'pocket', '--text', story(), '--kv', 'q8_0', '--suite-prompts', '3')).err).toContain(
      '--suite-prompts is for',
    )
  })

  it('exits with code 3 if every setting is refused, and measures nothing', async () => {
    const { code, out, err } = await headroom(
      ...['compare', 'pocket', '--text', story(), '--reference', 'f16:q4_0', '--kv', 'f16:q8_0', '--no-flash-attn'],
    )
    expect({ code, out }).toEqual({ code: 3, out: '' })
    expect(err).toMatch(/^settings-refused: /)
  })

  it('exits with code 2 for a file that is not text', async () => {
    const { code, err } = await headroom(
      'compare',
      'pocket',
      '--text',
      written('bytes.bin', '\u0000\u0001\u0002'.repeat(99)),
      '--kv',
      'q8_0',
    )
    expect(code).toBe(2)
    expect(err).toMatch(/^compare-plan-refused: /)
  })
})

describe('headroom compare with accuracy limits', () => {
  const quick = () => ['compare', 'pocket', '--text', story(), '--ctx', '64', '--chunks', '2', '--reps', '0', '--threads', '1'] as const
  const search = (data: string, nats = '5') => ['--cheapest', '--max-kld', nats, '-o', 'csv', '--data', data] as const
  const measurements = ({ err }: Ended) => err.split('\n').filter((line) => /^\[\d+ of \d+/.test(line)).length

  it('exits with code 0 if every setting is within the limits, and otherwise exits with code 5 and names the setting', async () => {
    const within = await headroom(...quick(), '--kv', 'q8_0', '--max-kld', '5')
    expect(within.code).toBe(0)
    expect(within.err).toMatch(/^q8_0: within the limits\. KLD 0\.\d+ ± 0\.\d+ nats, limit 5\.$/m)
    const beyond = await headroom(...quick(), '--kv', 'q4_0', '--max-kld', '0')
    expect(beyond.code).toBe(5)
    expect(beyond.err).toMatch(/^q4_0: beyond the limits\. /m)
  })

  it('exits with code 6 if it tried too few passkeys to judge a setting', async () => {
    const flags = ['--max-recall-loss', '0.1', '--passkey-trials', '1', '--passkey-tokens', '64', '-o', 'json'] as const
    const { code, out, err } = await headroom(...quick(), '--kv', 'q8_0', ...flags)
    expect(code).toBe(6)
    expect(err).toMatch(/^q8_0: too little was measured to tell\. \d of 5 passkeys found, \d by the reference, limit 10\.0 % fewer\.$/m)
    expect(JSON.parse(out)).toHaveLength(2)
  })

  it('finds the smallest pair of types within the limits without measuring all 48 pairs', async () => {
    const { code, out, err } = await headroom(...quick(), ...search(dataFolder()))
    expect(code).toBe(0)
    const rows = parse(out, { columns: true }) as Record<string, string>[]
    expect(rows.length).toBeLessThan(10)
    const smallest = rows.reduce((best, row) => (Number(row.kv_bytes_allocated) < Number(best.kv_bytes_allocated) ? row : best))
    // q4_0 and iq4_nl have the fewest bytes.
    expect(smallest.type_k).toMatch(/^(q4_0|iq4_nl)$/)
    expect(err).toMatch(/^Cheapest within the limits: (q4_0|iq4_nl)/m)
  })

  it('stores a search where the app finds it, and prints it again without measuring, unless --again is given', async () => {
    const data = dataFolder()
    const first = await headroom(...quick(), ...search(data))
    const store = openTestStore(data)
    expect(store.compareRuns.lastTypeSearch('pocket')).toMatchObject({ state: 'done', plan: { gate: { maxNats: 5, isSearch: true } } })
    store.close()
    const second = await headroom(...quick(), ...search(data))
    expect(second).toMatchObject({ code: first.code, out: first.out })
    expect(second.err).toMatch(/^This search ran on .*\. To run it again, add --again\.$/m)
    expect(second.err).toContain(first.err.split('\n').find((line) => line.startsWith('Cheapest within the limits')))
    expect(measurements(second)).toBe(0)
    expect(measurements(await headroom(...quick(), ...search(data), '--again'))).toBeGreaterThan(1)
    expect(measurements(await headroom(...quick(), ...search(data, '4')))).toBeGreaterThan(1)
  })

  it('searches again if the model file has changed, and says so', async () => {
    const data = dataFolder()
    const path = join(folder, 'changing.gguf')
    copyFileSync(join(root, 'native-models/pocket/pocket-q8_0.gguf'), path)
    const args = ['compare', path, ...quick().slice(2), ...search(data)]
    expect(measurements(await headroom(...args))).toBeGreaterThan(1)
    const bytes = readFileSync(path)
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1
    writeFileSync(path, bytes)
    const changed = await headroom(...args)
    expect(changed.err).toMatch(/^The model file has changed since the search of .*, so the search runs again\.$/m)
    expect(measurements(changed)).toBeGreaterThan(1)
  })

  it('prints a search but does not store it while another Headroom uses the data folder, and says so', async () => {
    const data = dataFolder()
    const store = openTestStore(data)
    const { code, out, err } = await headroom(...quick(), ...search(data))
    expect(code).toBe(0)
    expect(out).toContain('type_k')
    expect(err).toMatch(/^The result was not stored\. Another Headroom \(the desktop app, process \d+\) is using /m)
    expect(store.compareRuns.lastTypeSearch('pocket')).toBeNull()
  })

  it.each([
    [['--kv', 'q8_0', '--max-recall-loss', '10'], '--max-recall-loss takes a share from 0 to 1'],
    [['--kv', 'f16', '--max-kld', '1'], 'judge settings that differ from the reference'],
    [['--cheapest'], '--cheapest needs a limit'],
    [['--cheapest', '--kv', 'q8_0', '--max-kld', '1'], 'leave --kv out'],
    [['--kv', 'q8_0', '--max-kld', '1', '--again'], '--again is only for --cheapest'],
    [['--kv', 'q8_0', '--max-kld', '1', '--data', 'x'], '--data is only for --cheapest'],
  ])('refuses limits that it cannot apply: %j', async (flags, problem) => {
    const { code, err } = await headroom('compare', 'pocket', '--text', story(), ...flags)
    expect(code).toBe(2)
    expect(err).toContain(problem)
  })
})

describe('headroom bench', () => {
  it('refuses more threads than llama.cpp supports, and names the flag', async () => {
    const { code, out, err } = await headroom('bench', 'pocket', '--threads', '1025')
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).toMatch(/^--threads: expected number to be <=1024\n/)
  })

  it('measures each test with each setting', async () => {
    const { code, out, err } = await headroom(
      ...['bench', 'pocket', '--pp', '32', '--tg', '4', '--kv', 'f16,q8_0:q4_0', '--reps', '2', '--threads', '1', '-o', 'json'],
    )
    expect(code).toBe(0)
    expect(err).toContain('[4 of 4')
    const rows = JSON.parse(out) as Record<string, unknown>[]
    expect(rows.map(({ type_k, type_v, n_prompt, n_gen }) => [type_k, type_v, n_prompt, n_gen])).toEqual(
      expect.arrayContaining([
        ['f16', 'f16', 32, 0],
        ['f16', 'f16', 0, 4],
        ['q8_0', 'q4_0', 32, 0],
        ['q8_0', 'q4_0', 0, 4],
      ]),
    )
    expect(rows.every(({ avg_ts }) => Number(avg_ts) > 0)).toBe(true)
  })
})

describe('headroom plan', () => {
  it('calculates the exact size of the cache from the header of a model file', async () => {
    const { code, out } = await headroom('plan', join(root, 'native-models/pocket/pocket-f16.gguf'), '--ctx', '1024', '--json')
    expect(code).toBe(0)
    // 6 layers x K and V x 1,024 cells x 2 heads x 64 elements x 2 bytes.
    expect(JSON.parse(out)).toMatchObject({ refused: null, kvBytes: 6 * 2 * 1024 * 2 * 64 * 2 })
  })
})

describe('headroom lab', () => {
  it('prints a table as JSON with model, text, seed and expectation', async () => {
    const { code, out, err } = await headroom('lab', 'naive-or-cached', '--json')
    expect(code).toBe(0)
    const result = JSON.parse(out)
    expect(result).toMatchObject({ name: 'naive-or-cached', model: 'Pocket', text: '"Tell me a tiny story."', seed: 7 })
    expect(result.expected).toContain('the square of the length')
    expect(result.rows).toHaveLength(4)
    expect(err).toContain('75 %  64 tokens')
  })

  it('prints CSV that a standard reader accepts', async () => {
    const { out } = await headroom('lab', 'attention-shapes', '-o', 'csv')
    const rows = parse(out, { columns: true }) as Record<string, string>[]
    expect(rows.at(-1)).toMatchObject({ attention: 'MLA', 'KV heads': '', 'f16 (bytes per token)': '70272' })
  })

  it('prints a stored search for the smallest budgets without searching', async () => {
    const data = dataFolder()
    const path = join(root, 'native-models/pocket/pocket-f16.gguf')
    const gate = { measure: 'recall' as const, mostLoss: 10, policies: ['kvzip' as const] }
    const result = { name: 'smallest-budget' as const, model: 'Stored', seed: 7, rows: [] }
    keepBudgetSearch(data, { modelPath: path, fingerprint: await fingerprintOf(path), at: 1, gate, result })
    const args = ['lab', 'smallest-budget', '--max-recall-loss', '0.1', '--policy', 'kvzip'] as const
    const { code, out, err } = await headroom(...args, '--data', data)
    expect(code).toBe(0)
    expect(out).toContain('Stored; ')
    expect(err).toMatch(/^This search ran on .*\. To run it again, add --again\.\n$/)
    const other = await headroom('lab', 'eager-or-online', '--again')
    expect(other.code).toBe(2)
    expect(other.err).toContain('--again is only for the experiment "smallest-budget"')
  })

  it('exits with code 4 if the Lab’s process dies, and says how it died', async () => {
    const started = start(['lab', 'policies'])
    const end = endOf(started)
    await once(started.stderr, 'data')
    const [computing, ...others] = childrenOf(started.pid as number)
    expect(others).toEqual([])
    process.kill((computing as ListedProcess).pid, 'SIGKILL')
    const { code, out, err } = await end
    expect({ code, out }).toEqual({ code: 4, out: '' })
    // Windows has no signals, so the exit code is 1.
    expect(err).toMatch(/^lab-ended: The Lab’s process stopped\. It (was killed|ended with exit code 1).*Start the Lab again\.$/m)
  })

  it.each([
    ['a budget smaller than the number of cells that a policy always keeps', /^lab-budget-too-small: .*11/, ['policies', '--budget', '8']],
    ['a block larger than the context', /^lab-block-too-large: .*256/, ['page-sizes', '--block', '512']],
    [
      'a model that is not a Llama model',
      /^lab-model-unsupported: .*mamba2/,
      ['kv-types', '--model', join(root, 'native-models/fixtures/mamba2.gguf')],
    ],
    ['a ratio that keeps nothing', /--ratio takes shares between 0 and 1, got "1"/, ['policies', '--ratio', '0.5,1']],
    ['a task that does not exist', /--task takes needle, multi-key, .*perplexity, got "qa"/, ['policies', '--task', 'needle,qa']],
    ['a mode for an experiment without modes', /--mode is only for the experiment "policies"/, ['kv-types', '--mode', 'query-aware']],
    ['kvpress’s columns for the wrong experiment', /-o kvpress is only for the experiment "policies"/, ['kv-types', '-o', 'kvpress']],
    ['an experiment that does not exist', /naive-or-cached, grow-or-allocate/, ['everything']],
  ])('exits with code 2 for %s, and says what to do', async (_, sentence, args) => {
    const { code, out, err } = await headroom('lab', ...args)
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).toMatch(sentence)
  })
})
