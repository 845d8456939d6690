import { expect, it } from 'vitest'
import type { RecordedLane, RecordedLook, Recording } from '../../../core/contract/lab/lab'
import { attentionText, evictedText, heldText, laneBudget, readText, stepText, wallText } from './lane-text'

const lane: RecordedLane = {
  policy: 'h2o',
  fault: 'none',
  oldTokens: 0,
  promptTokens: 4,
  tokens: ['A', ' cat', '\n', ' sat'].map((text) => ({ text, probability: null })),
  steps: [],
  answer: '',
  hasEnded: true,
}
const look = (change: Partial<RecordedLook>): RecordedLook => ({ held: [0, 1, 3], evicted: [], top: [], next: [], ...change })
const moment = {
  step: { part: 'prompt', firstToken: 0, tokens: 16, heldCells: 768, evictedCells: 12 },
  processed: 16,
  evictedCells: 256,
  perplexity: null,
} as const

it('heldText shows the cells in a cache and their bytes, and compares them with the cells written', () => {
  const recording = { bytesPerCell: 512 } as Recording
  expect(heldText(recording, moment)).toBe(
    'The cache holds 768 cells (384 KiB) of 1,024 that were written: 256 evicted, 25.0%. Each of them is one token in one KV head of one layer, in f32.',
  )
  expect(heldText(recording, { ...moment, evictedCells: 0 })).toBe(
    'The cache holds 768 cells (384 KiB): every cell that was written. Each of them is one token in one KV head of one layer, in f32.',
  )
})

it('stepText says what a step read or wrote, or what the last step did if the lane has ended', () => {
  const step = { ...moment.step, firstToken: 0, tokens: 4 }
  expect(stepText(lane, { ...moment, step }, false)).toBe('This step read 4 tokens of the prompt, up to “ sat”.')
  expect(stepText(lane, { ...moment, step: { ...step, tokens: 1 } }, true)).toBe(
    'This answer ended earlier: its last step read 1 token of the prompt, up to “A”.',
  )
  expect(stepText(lane, { ...moment, step: { ...step, part: 'question' } }, false)).toBe(
    'This step read 4 tokens of the question, up to “ sat”.',
  )
  const sure = { ...lane, tokens: [{ text: 'A', probability: 0.5 }] }
  expect(stepText(sure, { ...moment, step: { ...step, part: 'answer', tokens: 1 } }, false)).toBe(
    'This step wrote “A” with a probability of 50%.',
  )
})

it('laneBudget returns the budget of every policy but the full cache', () => {
  const recording = { budgetTokens: 64 } as Recording
  expect([laneBudget(lane, recording), laneBudget({ policy: 'full' }, recording)]).toEqual([64, null])
})

it('attentionText names the tokens with the most attention, and says how many cells share the rest', () => {
  const some = look({
    top: [
      { token: 1, weight: 0.6 },
      { token: 0, weight: 0.2 },
      { token: 2, weight: 0.001 },
    ],
  })
  expect(attentionText(lane, some, 4)).toBe('“sat” looks most at “cat” (60%), “A” (20%); one other cell has the rest.')
  expect(attentionText(lane, look({ top: [{ token: 1, weight: 0.999 }] }), 4)).toBe('“sat” looks at “cat” (100%).')
})

it('evictedText names the evicted tokens, or says that the step evicted nothing', () => {
  expect(evictedText(lane, look({}))).toBe('This step evicted nothing from this head.')
  expect(evictedText(lane, look({ evicted: [1, 2] }))).toBe('This step evicted “cat” “⏎” from this head.')
})

it('wallText compares a policy’s scores with the 32 that the Lab keeps at a time and the 128 × 128 that a fused kernel keeps', () => {
  expect(wallText({ name: 'h2o', signal: 'attention' }, moment, 80, 'query-aware')).toContain(
    '16 × 80 scores of each head (5.00 KiB). The Lab’s tiled attention keeps only 32 at a time (128 B); a fused kernel such as FlashAttention-2 keeps a tile of at most 128 × 128 (64.0 KiB)',
  )
  const long = { ...moment, step: { ...moment.step, tokens: 100 } }
  expect(wallText({ name: 'h2o', signal: 'attention' }, long, 100, 'query-aware')).toContain('100 × 100 scores')
  // SnapKV scores at most 16 queries.
  expect(wallText({ name: 'snapkv', signal: 'window' }, long, 100, 'query-aware')).toContain('16 × 100 scores')
  expect(wallText({ name: 'triattention', signal: 'geometry' }, moment, 80, 'query-aware')).toContain('needs no attention weights')
  const answering = { ...moment, step: { ...moment.step, part: 'answer', tokens: 1 } } as const
  expect(wallText({ name: 'snapkv', signal: 'window', once: true }, answering, 100, 'query-aware')).toBe(
    'This policy chose once, after the question. The cells of the answer are added to its budget.',
  )
  const asking = { ...moment, step: { ...moment.step, part: 'question', tokens: 1 } } as const
  expect(wallText({ name: 'snapkv', signal: 'window', once: true }, asking, 100, 'query-agnostic')).toBe(
    'This policy chose once, before the question. The cells of the question and the answer are added to its budget.',
  )
  expect(wallText({ name: 'kvzip', signal: 'reconstruction', once: true }, moment, 80, 'query-aware')).toContain(
    'makes the model repeat the prompt',
  )
  expect(wallText({ name: 'full', signal: 'none' }, moment, 80, 'query-aware')).toBe('')
})

it('readText says that Quest reads whole pages of 16 cells, and the page that is being written', () => {
  const decode = { ...moment, step: { ...moment.step, part: 'answer', tokens: 1 } } as const
  const quest = { ...lane, policy: 'quest' } as const
  expect(readText(quest, decode, 2, 90, 64)).toBe(
    'Each query read 58 of 90 cells: pages of 16 cells, and the page being written. That saves reads, not memory.',
  )
  expect(readText(quest, decode, 2, 40, 64)).toBe('Each query read all 40 cells because they fit into the budget.')
  expect(readText(quest, moment, 2, 90, 64)).toBe('Prompts are read in full because each of their queries would need different pages.')
  expect(readText(quest, decode, 1, 90, 64)).toBe('The first 2 layers read all cells, as in the authors’ code.')
  expect(readText(lane, decode, 2, 90, 64)).toBe('')
})
