/** Two real llama-servers continued the same tokens, one with an f16 cache and one with a q8_0 cache. */
import { expect, it } from 'vitest'
import { Network } from '../library/network/network'
import { discover } from '../remote/discover'
import { readRecording } from '../remote/testing/recordings/recording'
import { replay } from '../remote/testing/replay-server'
import { forcedServer } from './forced-lists'
import { measureQuality, type ScoredWindow } from './measure-quality'
import { recordedQuality } from './testing/recorded-quality'

const network = new Network({ findProxy: async () => undefined })
const never = new AbortController().signal

async function recorded(type: 'f16' | 'q8_0') {
  const recording = readRecording(`llama-server/quality-${type}`)
  const replayed = await replay(recording)
  const address = { url: replayed.url, key: null }
  const { kind, version } = await discover(network, address, never)
  return { replayed, known: recording.known, server: forcedServer(network, { address, kind, version, model: 'pocket' }) }
}

async function scoresOf(first: 'f16' | 'q8_0', second: 'f16' | 'q8_0') {
  const [one, other] = [await recorded(first), await recorded(second)]
  const windows: ScoredWindow[] = []
  await measureQuality(one.server, other.server, recordedQuality, { signal: never, onWindow: (scored) => windows.push(scored) })
  for (const { replayed } of [one, other]) {
    await replayed.close()
    expect(replayed.misses).toEqual([])
  }
  return { scores: windows.flatMap(({ scores }) => scores), exact: other.known.divergences as number[] }
}

it('the bound for a q8_0 cache is about the exact divergence, which the whole distributions in other answers have', async () => {
  const { scores, exact } = await scoresOf('f16', 'q8_0')
  expect(scores).toHaveLength(recordedQuality.positions)
  for (const { nll, referenceNll, covered } of scores) {
    expect(Math.abs((nll as number) - (referenceNll as number))).toBeLessThan(0.5)
    expect(covered).toBeGreaterThan(0.5)
  }
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
  // llama.cpp's sums depend on the batches, so a single position differs more between two answers.
  const share = sum(scores.map(({ divergence }) => divergence)) / sum(exact)
  expect(share).toBeGreaterThan(0.7)
  expect(share).toBeLessThan(1.1)
})
it('the same cache changes nothing', async () => {
  const { scores, exact } = await scoresOf('f16', 'f16')
  for (const { divergence, logprobChange, sameTop } of scores) expect([divergence, logprobChange, sameTop]).toEqual([0, 0, true])
  expect(exact).toEqual(exact.map(() => 0))
})
