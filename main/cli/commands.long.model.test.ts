import { rmSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import { afterAll, describe, expect, it } from 'vitest'
import { folder, headroom } from './testing/run-headroom'

afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('headroom chat', () => {
  it('prints several answers from one prefill, each equal to the single answer with the same seed', async () => {
    const flags = ['--prompt', 'Tell me a story.', '--max-tokens', '8', '--temp', '0.9', '--threads', '1', '--json'] as const
    const { answers } = JSON.parse((await headroom('chat', 'pocket', ...flags, '--seed', '7', '--answers', '2')).out)
    expect(answers).toHaveLength(2)
    expect(answers.map((answer: { seed: number }) => answer.seed)).toEqual([7, 8])
    for (const { seed, text } of answers)
      expect(JSON.parse((await headroom('chat', 'pocket', ...flags, '--seed', String(seed))).out).text).toBe(text)
  })
})

describe('headroom compare', () => {
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
})

describe('headroom lab', () => {
  it('prints a table as JSON with model, text, seed and expectation', async () => {
    const { code, out, err } = await headroom('lab', 'naive-or-cached', '--json')
    expect(code).toBe(0)
    const result = JSON.parse(out)
    expect(result).toMatchObject({ name: 'naive-or-cached', model: 'Pocket', text: '"Tell me a tiny story."', seed: 7 })
    expect(result.expected).toContain('the square of the length')
    expect(result.rows).toHaveLength(4)
    expect(err).toContain('75%  64 tokens')
  })
})
