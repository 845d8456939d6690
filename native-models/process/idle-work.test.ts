import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { IdleWork } from './idle-work'

function held(): { readonly ended: Promise<void>; readonly end: () => void } {
  let end = () => {}
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  return { ended, end }
}
const untilAborted = (ends: AbortSignal): Promise<string> =>
  new Promise((resolve) => {
    const done = () => resolve('ended')
    if (ends.aborted) done()
    else ends.addEventListener('abort', done, { once: true })
  })

describe('IdleWork', () => {
  it('runs at once if nothing else runs, and returns the result', async () => {
    expect(await new IdleWork().run(undefined, async () => 7)).toBe(7)
  })
  it('waits until all other work has ended', async () => {
    const idle = new IdleWork()
    const [first, second] = [held(), held()]
    const others = [idle.before(() => first.ended), idle.before(() => second.ended)]
    let began = false
    const background = idle.run(undefined, async () => {
      began = true
    })
    first.end()
    await others[0]
    await setImmediate()
    expect(began).toBe(false)
    second.end()
    await background
    expect(began).toBe(true)
  })
  it('ends before other work begins', async () => {
    const idle = new IdleWork()
    const steps: string[] = []
    const background = idle.run(undefined, async (ends) => {
      await untilAborted(ends)
      await setImmediate()
      steps.push('background ended')
    })
    await idle.before(async () => {
      steps.push('other began')
    })
    await background
    expect(steps).toEqual(['background ended', 'other began'])
  })
  it('runs one after the other, in the order of the requests', async () => {
    const idle = new IdleWork()
    const first = held()
    const steps: string[] = []
    const one = idle.run(undefined, async () => {
      await first.ended
      steps.push('one')
    })
    const two = idle.run(undefined, async () => {
      steps.push('two')
    })
    await setImmediate()
    expect(steps).toEqual([])
    first.end()
    await Promise.all([one, two])
    expect(steps).toEqual(['one', 'two'])
  })
  it('a cancelled request ends at once, although an earlier one waits or runs', async () => {
    const idle = new IdleWork()
    const turn = held()
    const other = idle.before(() => turn.ended)
    const earlier = idle.run(undefined, async (ends) => (ends.aborted ? 'ended' : 'ran'))
    const cancel = new AbortController()
    const cancelled = idle.run(cancel.signal, async (ends) => (ends.aborted ? 'ended' : 'ran'))
    cancel.abort()
    expect(await cancelled).toBe('ended')
    turn.end()
    await other
    expect(await earlier).toBe('ran')

    const long = held()
    const running = idle.run(undefined, () => long.ended)
    const later = new AbortController()
    const behind = idle.run(later.signal, async (ends) => (ends.aborted ? 'ended' : 'ran'))
    await setImmediate()
    later.abort()
    expect(await behind).toBe('ended')
    const steps: string[] = []
    const next = idle.before(async () => steps.push('other began'))
    await setImmediate()
    steps.push('running ends')
    long.end()
    await Promise.all([running, next])
    expect(steps).toEqual(['running ends', 'other began'])
  })
  it('a request that fails does not keep the next one or other work from running', async () => {
    const idle = new IdleWork()
    const failing = idle.run(undefined, async () => {
      throw new Error('no')
    })
    const next = idle.run(undefined, async () => 'next')
    await expect(failing).rejects.toThrow('no')
    expect(await next).toBe('next')
    expect(await idle.before(async () => 'other')).toBe('other')
  })
  it('close ends what runs and what waits, and later requests do not begin', async () => {
    const idle = new IdleWork()
    const running = idle.run(undefined, untilAborted)
    const waiting = idle.run(undefined, async (ends) => (ends.aborted ? 'not begun' : 'begun'))
    await idle.close()
    expect(await Promise.all([running, waiting])).toEqual(['ended', 'not begun'])
    expect(await idle.run(undefined, async (ends) => ends.aborted)).toBe(true)
  })
})
