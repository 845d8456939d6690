import { describe, expect, it } from 'vitest'
import { type PromptInProcess, PromptsInProcess } from './prompts-in-process'

const upTo = (end: number, ...others: number[]) => [...Array.from({ length: end }, (_, index) => index), ...others]

describe('prompts in process', () => {
  it('are compared with those that began earlier: the longest common beginning counts, and a later one must have clearly more', () => {
    const prompts = new PromptsInProcess()
    const nearest = (tokens: readonly number[], except: readonly PromptInProcess[] = []) => {
      const prompt = prompts.add(tokens)
      const found = prompts.nearest(prompt, { leastMore: 3, except: new Set(except) })
      prompt.end()
      return found
    }
    expect(nearest([0, 1, 2])).toBeUndefined()
    prompts.add([7])
    expect(nearest([0, 1, 2])).toBeUndefined()
    const [first, second, third] = [prompts.add(upTo(10, 50)), prompts.add(upTo(12, 60)), prompts.add(upTo(13))]
    expect(nearest(upTo(10, 70))).toEqual({ prompt: first, tokens: 10 })
    expect(nearest(upTo(12))).toEqual({ prompt: first, tokens: 10 })
    expect(nearest(upTo(13))).toEqual({ prompt: third, tokens: 13 })
    expect(nearest(upTo(13), [first, third])).toEqual({ prompt: second, tokens: 12 })
    expect(prompts.nearest(first, { leastMore: 3, except: new Set() })).toBeUndefined()
  })

  it('wake those who wait as soon as enough tokens are in the cache', async () => {
    const prompt = new PromptsInProcess().add(upTo(10))
    const events: string[] = []
    const waiting = prompt.has(8, new AbortController().signal).then(() => events.push('has 8'))
    prompt.reached(7)
    await prompt.has(7, new AbortController().signal)
    events.push('has 7')
    prompt.reached(8)
    await waiting
    expect(events).toEqual(['has 7', 'has 8'])
  })

  it('wake those who wait when a prompt ends early, and are forgotten', async () => {
    const prompts = new PromptsInProcess()
    const prompt = prompts.add(upTo(10))
    const waiting = prompt.has(8, new AbortController().signal)
    prompt.end()
    await waiting
    expect(prompts.nearest(prompts.add(upTo(10)), { leastMore: 1, except: new Set() })).toBeUndefined()
  })

  it('no longer hold a turn that is stopped', async () => {
    const abort = new AbortController()
    const waiting = new PromptsInProcess().add(upTo(10)).has(8, abort.signal)
    abort.abort()
    await waiting
  })
})
