import { describe, expect, it } from 'vitest'
import type { PromptMessage, Role } from '../contract/chat/turn'
import { expectedRate, keptOnDisk, previewReuse } from './preview-reuse'

const say = (role: Role, text: string): PromptMessage => ({ role, text })
const countTokens = async (text: string) => text.match(/\S+/g)?.length ?? 0
const hello = say('user', 'hello over there')
const hi = say('assistant', 'good day')

describe('the part of a future prompt that is in the cache', () => {
  it('includes everything up to the first different message, and the common start of that message', async () => {
    const messages = [hello, hi, say('user', 'tell me more')]
    const heldMessages = [hello, hi, say('user', 'tell him all'), say('assistant', 'so be it')]
    // Template and text: 2 + 3, 4 + 2, 4 + 3, then 3. Common: 5 + 6 + 4 and `tell`.
    expect(await previewReuse({ messages, heldMessages, templateTokens: [2, 4, 4, 3], countTokens })).toEqual({
      promptTokens: 21,
      commonTokens: 16,
    })
  })
  it('ends inside the system prompt if it changed', async () => {
    const templateTokens = [2, 4, 4, 3]
    const messages = [say('system', 'be kind'), hello, hi]
    const heldMessages = [say('system', 'be brief'), hello, hi]
    expect(await previewReuse({ messages, heldMessages, templateTokens, countTokens })).toEqual({ promptTokens: 20, commonTokens: 3 })
  })
  it('is empty if the first message has a different role', async () => {
    const { commonTokens } = await previewReuse({
      messages: [say('system', 'hello'), hello],
      heldMessages: [hello],
      templateTokens: [1, 1, 1],
      countTokens,
    })
    expect(commonTokens).toBe(0)
  })
  it('is empty if the sequence is empty', async () => {
    expect(await previewReuse({ messages: [hello], heldMessages: [], templateTokens: [1, 1], countTokens })).toEqual({
      promptTokens: 5,
      commonTokens: 0,
    })
  })
})

describe('the expected prefill rate', () => {
  it('is the rate of the longest recent prefill', () => {
    const turn = (processedTokens: number, prefillTokensPerSecond: number | null) => ({ processedTokens, prefillTokensPerSecond })
    expect(expectedRate([turn(12, 90), turn(900, 800), turn(20, 100)])).toBe(800)
    expect(expectedRate([turn(900, 800), ...Array.from({ length: 8 }, () => turn(20, 100))])).toBe(100)
    expect(expectedRate([turn(1, null)])).toBeNull()
    expect(expectedRate([])).toBeNull()
  })
})

it('keptOnDisk counts the tokens of a saved cache that a prompt can reuse', () => {
  const saved = { tokens: 100, checkpoints: [20, 60] }
  expect([99, 100, 130].map((common) => keptOnDisk(saved, common, true))).toEqual([99, 100, 100])
  expect([10, 20, 59, 99, 100, 130].map((common) => keptOnDisk(saved, common, false))).toEqual([0, 20, 20, 60, 100, 100])
})
