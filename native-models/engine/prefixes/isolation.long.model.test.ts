import { expect, it } from 'vitest'
import { runIsolation } from './testing/run-isolation'

const seconds = Number(process.env.HEADROOM_ISOLATION_SECONDS ?? 60)
const seed = Number(process.env.HEADROOM_ISOLATION_SEED ?? 0)

it('no conversation gets a cell of another one if random turns are interleaved', { timeout: (seconds + 300) * 1000 }, async () => {
  const { rounds, counts, largestDifference } = await runIsolation({ seconds, rounds: 6, firstSeed: seed })
  console.log(
    `${rounds} rounds, largest difference ${largestDifference.toFixed(5)}: ${[...counts].map((count) => count.join(' ')).join(', ')}`,
  )
  const happened = [
    'copied',
    'continued',
    'private',
    'edit',
    'stop',
    'forget',
    'restore',
    'several answers',
    'logits',
    'evict: least-worth',
  ]
  expect(happened.filter((what) => !counts.has(what))).toEqual([])
})
