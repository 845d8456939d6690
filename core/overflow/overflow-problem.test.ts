import { describe, expect, it } from 'vitest'
import { defaultOverflow } from '../contract/settings/overflow-defaults'
import { sentenceOf } from '../copy/failures'
import { overflowProblem } from './overflow-problem'

const streaming = { ...defaultOverflow, policy: 'sink-recency' as const }
const context = { contextTokens: 1024, shiftRefusal: null }

describe('a policy for a full context', () => {
  it('is refused with the reason if it must move cells that cannot be moved', () => {
    const problem = overflowProblem(streaming, { ...context, shiftRefusal: 'recurrent-state' })
    expect(problem).toEqual({ code: 'overflow-refused', facts: { reason: 'recurrent-state' } })
    expect(problem && sentenceOf(problem)).toMatchObject({
      what: expect.stringContaining('Its recurrent state is computed from all tokens'),
    })
  })
  it('is refused if the tokens that stay leave less than an eighth of the context', () => {
    // At most seven eighths of 1,024 tokens may stay.
    expect(overflowProblem({ ...streaming, recentTokens: 892 }, context)).toBeNull()
    const problem = overflowProblem({ ...streaming, recentTokens: 893 }, context)
    expect(problem).toEqual({ code: 'overflow-no-room', facts: { stayingTokens: 897, contextTokens: 1024, mostTokens: 896 } })
    expect(problem && sentenceOf(problem).todo).toContain('896')
    expect(overflowProblem({ ...streaming, sinkTokens: 1000 }, context)?.code).toBe('overflow-no-room')
  })
  it('is never refused if it need not move cells', () => {
    for (const policy of ['stop', 'drop-oldest'] as const)
      expect(overflowProblem({ ...defaultOverflow, policy }, { ...context, shiftRefusal: 'sliding-window' })).toBeNull()
  })
})
