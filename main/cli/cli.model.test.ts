import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { afterAll, describe, expect, it } from 'vitest'
import { childrenOf, type ListedProcess } from '../../e2e/processes'
import { fingerprintOf, keepBudgetSearch } from '../lab/budget-searches'
import { dataFolder } from '../store/testing/test-store'
import { endOf, folder, headroom, root, start, story, written } from './testing/run-headroom'

afterAll(() => rmSync(folder, { recursive: true, force: true }))

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

  it('refuses to measure nothing, and a suite in a search', async () => {
    const nothing = await headroom('compare', 'pocket', '--kv', 'q8_0')
    expect(nothing).toMatchObject({ code: 2, out: '' })
    expect(nothing.err).toContain('one of --tool-calls, --schemas, --passkeys and --latency')
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
    const started = start(['lab', 'policies', '--task', 'needle'])
    const end = endOf(started)
    await once(started.stderr, 'data')
    const [computing, ...others] = childrenOf(started.pid as number)
    expect(others).toEqual([])
    process.kill((computing as ListedProcess).pid, 'SIGKILL')
    const { code, out, err } = await end
    expect({ code, out }).toEqual({ code: 4, out: '' })
    // Windows has no signals, so the exit code is 1.
    expect(err).toMatch(
      /^lab-ended: The Lab’s process stopped\. It (was killed|ended with exit code 1).*Start the recording or the experiment again\.$/m,
    )
  })

  it.each([
    ['a budget smaller than the number of cells that a policy always keeps', /^lab-budget-too-small: .*11/, ['policies', '--budget', '8']],
    [
      'a policy whose heads cannot share the budget',
      /^lab-policy-without-scores: .*window, because .*Policies that do: h2o, snapkv,/,
      ['policies', '--policy', 'ada:window'],
    ],
    ['a block larger than the context', /^lab-block-too-large: .*256/, ['page-sizes', '--block', '512']],
    [
      'a model that is not a Llama model',
      /^lab-model-unsupported: .*mamba2/,
      ['kv-types', '--model', join(root, 'native-models/fixtures/mamba2.gguf')],
    ],
    ['a residual above 1,024 tokens', /--residual takes 0 to 1024, got 1056/, ['kv-types', '--residual', '1056']],
    ['a residual that is no whole number of groups', /--residual takes a multiple of 32, got 48/, ['kv-types', '--residual', '48']],
    ['a residual for the wrong experiment', /--residual is only for the experiment "kv-types"/, ['policies', '--residual', '64']],
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
