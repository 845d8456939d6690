import { describe, expect, it } from 'vitest'
import { type Random, seededRandom } from '../../stats/seeded-random'
import { type TopTokens, topKScore } from './top-k-divergence'

const cases = 10_000

const normal = (random: Random): number => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())

/** Log probabilities of a random distribution. `from`: logits that it resembles. */
function distribution(random: Random, tokens: number, from: readonly number[] | null): { logits: number[]; logprobs: number[] } {
  const [scale, noise] = [0.1 + 8 * random(), 10 ** (-4 + 5 * random())]
  const logits = Array.from({ length: tokens }, (_, at) => (from ? (from[at] as number) + noise * normal(random) : scale * normal(random)))
  const most = Math.max(...logits)
  const log = most + Math.log(logits.reduce((sum, logit) => sum + Math.exp(logit - most), 0))
  return { logits, logprobs: logits.map((logit) => logit - log) }
}

const listOf = (logprobs: readonly number[]): TopTokens =>
  logprobs.map((logprob, token) => ({ token, logprob })).sort((left, right) => right.logprob - left.logprob)

const exact = (reference: readonly number[], other: readonly number[]): number =>
  reference.reduce((sum, logprob, token) => sum + Math.exp(logprob) * (logprob - (other[token] as number)), 0)

/** A pair of distributions, sometimes similar ones and sometimes not. */
function pair(random: Random) {
  const tokens = 2 + Math.floor(random() * 60)
  const reference = distribution(random, tokens, null)
  const other = distribution(random, tokens, random() < 0.7 ? reference.logits : null)
  return { tokens, reference: reference.logprobs, other: other.logprobs }
}

describe('the divergence from the most likely tokens', () => {
  it('is never above the exact divergence, grows with the lists, and is exact for whole lists', () => {
    const random = seededRandom(3)
    let close = 0
    for (let at = 0; at < cases; at++) {
      const { tokens, reference, other } = pair(random)
      const whole = exact(reference, other)
      const [full, fullOther] = [listOf(reference), listOf(other)]
      let before = 0
      for (let k = 1; k <= tokens; k += 1 + Math.floor(random() * 8)) {
        const { divergence } = topKScore(full.slice(0, k), fullOther.slice(0, k))
        expect(divergence).toBeLessThanOrEqual(whole + 1e-12)
        expect(divergence).toBeGreaterThanOrEqual(before - 1e-12)
        before = divergence
      }
      const { divergence, covered } = topKScore(full, fullOther)
      expect(divergence).toBeCloseTo(whole, 9)
      expect(covered).toBeCloseTo(1, 9)
      if (topKScore(full.slice(0, 20), fullOther.slice(0, 20)).divergence > whole / 2) close++
    }
    // The bound is not trivial.
    expect(close).toBeGreaterThan(cases / 2)
  })
  it('stays a lower bound if both servers have other tokens in their lists', () => {
    const random = seededRandom(4)
    for (let at = 0; at < cases; at++) {
      const { tokens, reference, other } = pair(random)
      const [k, otherK] = [1 + Math.floor(random() * tokens), 1 + Math.floor(random() * tokens)]
      const { divergence } = topKScore(listOf(reference).slice(0, k), listOf(other).slice(0, otherK))
      expect(divergence).toBeLessThanOrEqual(exact(reference, other) + 1e-12)
    }
  })
  it('is exactly 0 for equal lists', () => {
    const random = seededRandom(5)
    for (let at = 0; at < cases; at++) {
      const { tokens, reference } = pair(random)
      const list = listOf(reference.map(Math.fround)).slice(0, 1 + Math.floor(random() * tokens))
      expect(topKScore(list, [...list])).toMatchObject({ divergence: 0, sameTop: true, logprobChange: 0 })
    }
  })
  it('equals a divergence computed by hand', () => {
    // 0.5 ln(0.5 / 0.25) + 0.5 ln(0.5 / 0.75) = 0.143841
    const [reference, other] = [[{ token: 7, logprob: Math.log(0.5) }], [{ token: 7, logprob: Math.log(0.25) }]]
    expect(topKScore(reference, other).divergence).toBeCloseTo(0.143841, 5)
    expect(topKScore(reference, other).covered).toBeCloseTo(0.5, 12)
    expect(topKScore(reference, [{ token: 8, logprob: Math.log(0.25) }])).toMatchObject({ divergence: 0, covered: 0, sameTop: false })
  })
})

it('the change of the log probabilities is never above the one of the whole distributions over the same tokens', () => {
  const random = seededRandom(6)
  for (let at = 0; at < cases; at++) {
    const { tokens, reference, other } = pair(random)
    const k = 1 + Math.floor(random() * tokens)
    const [top, otherTop] = [listOf(reference).slice(0, k), listOf(other).slice(0, k)]
    const union = [...new Set([...top, ...otherTop].map(({ token }) => token))]
    const change = union.reduce((sum, token) => sum + Math.abs((reference[token] as number) - (other[token] as number)), 0) / union.length
    const { logprobChange } = topKScore(top, otherTop)
    expect(logprobChange).toBeLessThanOrEqual(change + 1e-12)
    if (union.length === k) expect(logprobChange).toBeCloseTo(change, 9)
  }
})
