import { describe, expect, it } from 'vitest'
import { PromptsInProcess } from './prompts-in-process'

const upTo = (end: number, ...others: number[]) => [...Array.from({ length: end }, (_, index) => index), ...others]

describe('prompts in process', () => {
  it('finds the one with the longest common beginning, and of several the oldest', () => {
    const prompts = new PromptsInProcess()
    expect(prompts.nearest([0, 1])).toBeUndefined()
    prompts.add([7])
    expect(prompts.nearest([0, 1])).toBeUndefined()
    const [first, second] = [prompts.add(upTo(10, 50)), prompts.add(upTo(10, 60))]
    expect(prompts.nearest(upTo(10, 70))).toEqual({ prompt: first, tokens: 10 })
    expect(prompts.nearest(upTo(10, 60, 1))).toEqual({ prompt: second, tokens: 11 })
    expect(prompts.nearest(upTo(4))).toEqual({ prompt: first, tokens: 4 })
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
    expect(prompts.nearest(upTo(10))).toBeUndefined()
  })

  it('no longer hold a turn that is stopped', async () => {
    const abort = new AbortController()
    const waiting = new PromptsInProcess().add(upTo(10)).has(8, abort.signal)
    abort.abort()
    await waiting
  })
})
