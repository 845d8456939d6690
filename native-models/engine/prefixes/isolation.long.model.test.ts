/**
 * `isolation-faults.long.model.test.ts` has faults that this test finds. A real one, on a processor with AMX: if `canShareBatch` returns true for
 * every model, `lfm2-swa` with its stored weights fails after two seconds, with logits that differ by 0.35.
 */
import { expect, it } from 'vitest'
import { runIsolation } from './testing/run-isolation'

const seconds = Number(process.env.HEADROOM_ISOLATION_SECONDS ?? 60)
const seed = Number(process.env.HEADROOM_ISOLATION_SEED ?? 0)

const listed = (values: ReadonlyMap<string, number>): string => [...values].map((value) => value.join(' ')).join(', ')

it('no conversation gets a cell of another one if random turns are interleaved', { timeout: (2 * seconds + 1800) * 1000 }, async () => {
  const { rounds, counts, largestDifferences } = await runIsolation({ seconds, rounds: 6, firstSeed: seed })
  console.log(`${rounds} rounds. Largest differences: ${listed(largestDifferences)}. ${listed(counts)}`)
  const happened = [
    'copied',
    'memory',
    'copied from busy',
    'continued',
    'private',
    'edit',
    'branch',
    'stop',
    'forget',
    'save',
    'kill',
    'restore',
    'restore another one',
    'drafts',
    'several answers',
    'logits',
    'evict: least-worth',
    'processed in the background',
    'interrupted in the background',
    'from the background',
  ]
  expect(happened.filter((what) => !counts.has(what))).toEqual([])
})
