import { describe, expect, it } from 'vitest'
import { readFlags, UsageError } from './flags'
import { samplerFlags, samplersFrom } from './sampler-flags'

const samplers = (...args: string[]) => samplersFrom(readFlags(args, samplerFlags).flags)

describe('the flags of the samplers', () => {
  it('change nothing if none is given', () => {
    expect(samplers()).toEqual({})
  })
  it('have llama.cpp’s names', () => {
    expect(samplers('--top-k', '3', '--xtc-probability', '0.5', '--presence-penalty=-0.5', '--repeat-last-n', '9')).toEqual({
      topK: 3,
      xtcProbability: 0.5,
      presencePenalty: -0.5,
      repeatPenaltyTokens: 9,
    })
  })
  it('read −1 for DRY as all tokens', () => {
    expect(samplers('--dry-penalty-last-n=-1', '--dry-multiplier', '0.8')).toEqual({ dryLastTokens: null, dryMultiplier: 0.8 })
  })
  it('can repeat sequence breakers and biases', () => {
    expect(
      samplers('--dry-sequence-breaker', '\\n', '--dry-sequence-breaker', '.', '--logit-bias', ' Hello = -5', '--logit-bias', '#3=1'),
    ).toEqual({
      drySequenceBreakers: ['\n', '.'],
      logitBias: [
        { token: ' Hello', bias: -5 },
        { token: 3, bias: 1 },
      ],
    })
  })
  it('refuse a bias that cannot be read', () => {
    expect(() => samplers('--logit-bias', 'Hello')).toThrow(UsageError)
  })
})
