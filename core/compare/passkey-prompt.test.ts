import { describe, expect, it } from 'vitest'
import { seededRandom } from '../stats/seeded-random'
import { estimatedSentences, isFound, passkeyPrompt, passkeySamples, passkeyTrials, sentencesFor } from './passkey-prompt'

describe('a passkey prompt', () => {
  const at = (depth: number) => passkeyPrompt(20, depth, seededRandom(7))
  const depthOf = (depth: number) => at(depth).prompt.indexOf('The code of the ') / at(depth).prompt.length

  it('is the same for the same seed, and different for another seed', () => {
    expect(at(0.5)).toEqual(at(0.5))
    expect(passkeyPrompt(20, 0.5, seededRandom(8))).not.toEqual(at(0.5))
  })
  it('contains the number once, at the requested depth, and ends with a question about it', () => {
    const { prompt, expected } = at(0.5)
    const key = /The code of the (.+) is (\d{4})\./.exec(prompt)
    expect(key?.[2]).toBe(expected)
    expect(prompt.endsWith(`\nWhat is the code of the ${key?.[1]}?`)).toBe(true)
    expect(prompt.split(expected)).toHaveLength(2)
    expect([0, 0.5, 1].map(depthOf)).toEqual([...[0, 0.5, 1].map(depthOf)].sort((a, b) => a - b))
    expect(depthOf(0)).toBeLessThan(0.1)
    expect(depthOf(1)).toBeGreaterThan(0.85)
  })
  it('counts as answered only if the answer contains the complete number', () => {
    expect(isFound('The code of the small sled is 3530.', '3530')).toBe(true)
    expect(isFound('13530', '3530')).toBe(false)
    expect(isFound('I do not know.', '3530')).toBe(false)
  })
  it('has about as many words and punctuation marks as its estimated sentences stand for', () => {
    for (const tokens of [128, 1024, 4096]) {
      const { prompt } = passkeyPrompt(estimatedSentences(tokens), 0.5, seededRandom(1))
      const pieces = prompt.match(/\w+|[^\w\s]/g)?.length ?? 0
      expect(Math.abs(pieces / tokens - 1)).toBeLessThan(0.1)
    }
    expect(estimatedSentences(1)).toBe(0)
  })
  it('is a different one in each trial and at each depth', () => {
    const trials = passkeyTrials(5, { depths: [0, 1, 1], trials: 3, seed: 1 })
    expect(trials.map(({ depth }) => depth)).toEqual([0, 0, 0, 1, 1, 1])
    expect(new Set(trials.map(({ prompt }) => prompt)).size).toBe(6)
  })
  it('has about the wanted length', () => {
    const words = (text: string) => text.split(' ').length
    const [bare, long] = passkeySamples(1)
    const sentences = sentencesFor(400, words(bare), words(long))
    const trials = passkeyTrials(sentences, { depths: [0.5], trials: 20, seed: 1 })
    for (const { prompt } of trials) expect(Math.abs(words(prompt) - 400)).toBeLessThan(80)
    expect(sentencesFor(4, words(bare), words(long))).toBe(0)
  })
})
