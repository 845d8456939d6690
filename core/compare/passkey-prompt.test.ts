import { describe, expect, it } from 'vitest'
import { seededRandom } from '../stats/seeded-random'
import { isFound, passkeyPrompt, passkeySamples, passkeyTrials, sentencesFor } from './passkey-prompt'

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
})

describe('the trials of a passkey measurement', () => {
  it('have different prompts at every depth, always the same ones', () => {
    const trials = passkeyTrials(10, [0, 0.5, 0.5, 1], 4, 1)
    expect(trials.map(({ depth }) => depth)).toEqual([0, 0, 0, 0, 0.5, 0.5, 0.5, 0.5, 1, 1, 1, 1])
    expect(new Set(trials.map(({ prompt }) => prompt)).size).toBe(12)
    expect(passkeyTrials(10, [0, 0.5, 1], 4, 1)).toEqual(trials)
  })
  it('have about the wanted length', () => {
    const words = (text: string) => text.split(' ').length
    const [bare, long] = passkeySamples(1)
    const sentences = sentencesFor(400, words(bare), words(long))
    const lengths = passkeyTrials(sentences, [0.5], 20, 1).map(({ prompt }) => words(prompt))
    for (const length of lengths) expect(Math.abs(length - 400)).toBeLessThan(80)
    expect(sentencesFor(4, words(bare), words(long))).toBe(0)
  })
})
