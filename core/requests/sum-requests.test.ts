import { expect, it } from 'vitest'
import { clientOf, runKeyName } from './client-of'
import { foldPrompts } from './fold-prompts'
import { sumRequests, totalsOf } from './sum-requests'
import { requestRecord } from './testing/records'

it('adds up what each cause cost each client, the highest cost first', () => {
  const records = [
    requestRecord({ client: 'codex', lost: { cause: 'evicted', lostTokens: 10, lostMs: 5 } }),
    requestRecord({ client: 'claude', lost: { cause: 'tools-reordered', lostTokens: 300, lostMs: 600 } }),
    requestRecord({ client: 'claude', lost: { cause: 'tools-reordered', lostTokens: 200, lostMs: null } }),
    requestRecord({ client: 'claude', lost: { cause: 'continued', lostTokens: 0, lostMs: 0 } }),
  ]
  expect(sumRequests(records)).toEqual([
    { client: 'claude', cause: 'tools-reordered', requests: 2, lostTokens: 500, lostMs: 600, unmeasured: 1 },
    { client: 'codex', cause: 'evicted', requests: 1, lostTokens: 10, lostMs: 5, unmeasured: 0 },
  ])
  expect(totalsOf(records)).toMatchObject({ requests: 4, lostTokens: 510, lostMs: 605 })
})
it('counts failed and refused requests', () => {
  const states = ['finished', 'failed', 'refused', 'gone'] as const
  expect(totalsOf(states.map((state) => ({ ...requestRecord({}), state })))).toMatchObject({ requests: 4, failed: 2 })
})
it('names clients by their key or their User-Agent', () => {
  expect(clientOf('claude-cli/2.1.177 (external, cli)', null)).toBe('Claude Code')
  expect(clientOf('claude-cli/2.1.177 (external, cli)', 'laptop')).toBe('laptop')
  expect(clientOf('opencode/1.2.0', runKeyName)).toBe('opencode')
  expect(clientOf('OpenAI/JS 6.1.0', null)).toBe('OpenAI SDK')
  expect(clientOf('curl/8.5.0', null)).toBe('curl')
  expect(clientOf('', null)).toBe('?')
})
it('folds the equal parts of two prompts', () => {
  const part = (text: string, holds: 'user' | 'system' = 'user') => ({ holds, text, tokens: text.length })
  const rows = foldPrompts(
    [part('a', 'system'), part('one'), part('two'), part('end')],
    [part('b', 'system'), part('one'), part('two'), part('new'), part('end')],
  )
  expect(rows).toEqual([
    { kind: 'different', held: part('a', 'system'), prompt: part('b', 'system') },
    { kind: 'equal', parts: [part('one'), part('two')], tokens: 6 },
    { kind: 'different', held: null, prompt: part('new') },
    { kind: 'equal', parts: [part('end')], tokens: 3 },
  ])
})
