import { expect, it } from 'vitest'
import { memoryKinds } from './testing/shadow-memory'
import { ShadowRun } from './testing/shadow-run'

const interleavings = process.env.HEADROOM_SHORT_RUN ? 1500 : 10_000
const stepsEach = 40

/** To repeat a failure, replace the loop with the seed that it names. */
it.each(memoryKinds)('gives every sequence exactly the cells of its own tokens, in random interleavings: %s', (kind) => {
  const counts = new Map<string, number>()
  const first = memoryKinds.indexOf(kind)
  for (let seed = first; seed < interleavings; seed += memoryKinds.length) {
    const run = new ShadowRun(kind, seed)
    try {
      for (let step = 0; step < stepsEach; step++) run.step()
    } catch (error) {
      throw new Error(`${kind}, seed ${seed}, after ${run.steps.join(', ')}`, { cause: error })
    }
    for (const [what, count] of run.counts) counts.set(what, (counts.get(what) ?? 0) + count)
  }
  const happened = [
    'continue',
    'copy',
    'copy from busy',
    'memory',
    'disk',
    'process',
    'several answers',
    'write',
    'kill',
    'delete everything',
  ]
  expect(happened.filter((what) => !counts.has(what))).toEqual([])
})
