import { expect, it } from 'vitest'
import { texts } from '../../copy'

it('the note on verdicts names each reference once, and gives the depth of the speeds if several depths were measured', () => {
  const { note } = texts.en.compare.verdict
  expect(note(['f16', 'f16'], 1024)).toBe(
    'Compared with f16. Speeds are those at depth 1,024; a difference is mentioned only if chance cannot explain it (95% interval, Student’s t).',
  )
  expect(note(['f16', 'q8_0'], null)).toBe(
    'Compared with f16 and q8_0. A difference in speed is mentioned only if chance cannot explain it (95% interval, Student’s t).',
  )
})

it('a verdict counts the tool calls that match the reference and the valid JSON answers, and says “fewer” only if chance cannot explain the difference', () => {
  const { facts } = texts.en.compare.verdict
  const nothing = { memory: null, decode: null, prefill: null, ttft: null, isAtClient: false, quality: null }
  const toolCalls = { same: 45, prompts: 48 }
  expect(facts({ ...nothing, suite: { passkeys: null, toolCalls, schemas: { valid: 20, prompts: 42, change: 'fewer' } } })).toBe(
    'same tool call for 45 of 48 prompts, 20 of 42 JSON answers valid, fewer than with the reference',
  )
  expect(facts({ ...nothing, suite: { passkeys: null, toolCalls: null, schemas: { valid: 40, prompts: 42, change: 'unclear' } } })).toBe(
    '40 of 42 JSON answers valid',
  )
  expect(facts({ ...nothing, suite: null })).toBe('')
})

it('a verdict about a server says that the speeds are those at the client, and counts passkeys', () => {
  const { facts } = texts.en.compare.verdict
  const atClient = {
    memory: null,
    decode: { by: -0.12, margin: 0.02 },
    prefill: 'equal',
    ttft: { by: 0.3, margin: 0.05 },
    isAtClient: true,
    quality: null,
  } as const
  const passkeys = { found: 12, trials: 15, change: 'unclear' } as const
  expect(facts({ ...atClient, suite: { passkeys, toolCalls: null, schemas: null } })).toBe(
    'decode 12% ± 2% slower, prefill equally fast, TTFT 30% ± 5% longer, all at the client, 12 of 15 passkeys found',
  )
  expect(texts.de.compare.verdict.facts({ ...atClient, decode: null, ttft: 'unclear', suite: null })).toBe(
    'Prefill gleich schnell, kein klarer Unterschied bei TTFT, alles beim Client',
  )
})
