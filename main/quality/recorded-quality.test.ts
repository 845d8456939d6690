/** Real servers continued the same tokens: a llama-server with an f16 cache, one with a q8_0 cache, and vLLM with the same weights. */
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

const recordings = { f16: 'llama-server/quality-f16', q8_0: 'llama-server/quality-q8_0', vllm: 'vllm/quality' } as const
type Name = keyof typeof recordings

async function recorded(name: Name) {
  const recording = readRecording(recordings[name])
  const replayed = await replay(recording)
  const address = { url: replayed.url, key: null }
  const { kind, version } = await discover(network, address, never)
  return { replayed, known: recording.known, server: forcedServer(network, { address, kind, version, model: 'pocket' }) }
}

async function scoresOf(first: Name, second: Name) {
  const [one, other] = [await recorded(first), await recorded(second)]
  const windows: ScoredWindow[] = []
  await measureQuality(one.server, other.server, recordedQuality, { signal: never, onWindow: (scored) => windows.push(scored) })
  for (const { replayed } of [one, other]) {
    await replayed.close()
    expect(replayed.misses).toEqual([])
  }
  return { scores: windows.flatMap(({ scores }) => scores), known: other.known }
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

it('the bound for a q8_0 cache is about the exact divergence, which the whole distributions in other answers have', async () => {
  const { scores, known } = await scoresOf('f16', 'q8_0')
  const exact = known.divergences as number[]
  expect(scores).toHaveLength(recordedQuality.positions)
  for (const { nll, referenceNll, covered } of scores) {
    expect(Math.abs((nll as number) - (referenceNll as number))).toBeLessThan(0.5)
    expect(covered).toBeGreaterThan(0.5)
  }
  // llama.cpp's sums depend on the batches, so a single position differs more between two answers.
  const share = sum(scores.map(({ divergence }) => divergence)) / sum(exact)
  expect(share).toBeGreaterThan(0.7)
  expect(share).toBeLessThan(1.1)
})
it('the same cache changes nothing', async () => {
  const { scores, known } = await scoresOf('f16', 'f16')
  const exact = known.divergences as number[]
  for (const { divergence, logprobChange, sameTop } of scores) expect([divergence, logprobChange, sameTop]).toEqual([0, 0, true])
  expect(exact).toEqual(exact.map(() => 0))
})
it('vLLM and llama.cpp predict the same with the same weights', async () => {
  const { scores, known } = await scoresOf('f16', 'vllm')
  expect(scores).toHaveLength(recordedQuality.positions)
  expect(sum(scores.map(({ divergence }) => divergence)) / scores.length).toBeLessThan(known.mostDivergence as number)
  for (const { nll, referenceNll } of scores) expect(Math.abs((nll as number) - (referenceNll as number))).toBeLessThan(0.05)
})
