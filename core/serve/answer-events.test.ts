import { expect, it } from 'vitest'
import type { TurnUpdate } from '../contract/chat/turn'
import { AnswerEvents } from './answer-events'

const update = (change: Partial<TurnUpdate>): TurnUpdate => ({
  ...{ phase: 'prefill', promptTokens: 20, reusedTokens: 0, processedTokens: 0, outputTokens: 0, ttftMs: null, text: '', itlMs: [] },
  ...{ marks: [], usedCells: 0, speculation: null, metrics: null, failure: null },
  ...change,
})

it('progress is reported once per number of processed tokens, from the first update that knows the prompt', () => {
  const events = new AnswerEvents(0, 'call_', 0, () => 0)
  const updates = [
    update({ phase: 'tokenizing', promptTokens: 0 }),
    update({}),
    update({}),
    update({ processedTokens: 16 }),
    update({ processedTokens: 20 }),
    update({ processedTokens: 20, phase: 'generating' }),
    update({ processedTokens: 20, phase: 'generating', outputTokens: 1, text: 'Yes' }),
  ]
  const progress = updates.flatMap((each) => events.of(each)).flatMap((event) => (event.type === 'prefill' ? [event.processedTokens] : []))
  expect(progress).toEqual([0, 16, 20])
})
