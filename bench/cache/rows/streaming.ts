import type { OverflowRequest } from '../../../core/contract/settings/overflow'
import { follow } from '../../../core/streams/follow'
import { benchSampling } from '../../engine/engine-under-test'
import { memoryOf } from '../../engine/process-memory'
import type { Rounds } from '../../engine/rounds'
import { amount, atLeast, type Row, ratioOf } from '../../engine/row'
import { resources } from '../../paths'
import { AppUnderTest, withApp } from '../app-under-test'

const contextTokens = 1024
const outputTokens = 50_000
/** In tokens. */
const stretch = 1000
const overflow: OverflowRequest = { policy: 'sink-recency', sinkTokens: 4, recentTokens: 'auto', pinned: [] }

interface Stream {
  readonly first: number
  readonly last: number
  /** Anonymous pages in MiB, one sample per stretch after the context is full. */
  readonly memory: readonly number[]
}

export async function streamingRows(_rounds: Rounds): Promise<Row[]> {
  const stream = await withApp(AppUnderTest.start(resources.embeddedModelPath, { contextTokens, threads: 1 }, outputTokens), streamed)
  const half = Math.floor(stream.memory.length / 2)
  const [firstHalf, secondHalf] = [stream.memory.slice(0, half), stream.memory.slice(half)]
  const means = [amount(secondHalf, 'MiB'), amount(firstHalf, 'MiB')] as const
  return [
    {
      what: `Pocket: ${outputTokens} tokens through ${contextTokens} cells, the last ${stretch} against the first ${stretch} in a full context`,
      ours: amount([stream.last], 'tok/s'),
      theirs: amount([stream.first], 'tok/s'),
      ratio: ratioOf([stream.last], [stream.first]),
      aim: atLeast(0.9),
      note: null,
    },
    {
      what: 'memory of the engine during that stream, second half against first',
      ours: means[0],
      theirs: means[1],
      ratio: ratioOf([means[0].mean], [means[1].mean]),
      aim: null,
      note: `Private memory, without the model file, once per ${stretch} tokens. It varies with garbage that is not yet collected. The engine keeps every token’s gap for the report.`,
    },
  ]
}

async function streamed({ app }: AppUnderTest): Promise<Stream> {
  const engine = app.supervisor.engine
  if (!engine) throw new Error('Expected an engine')
  const { client, info } = engine
  const turnId = 'stream'
  const own = () => (memoryOf(info.pid)?.anonymousBytes ?? Number.NaN) / 2 ** 20
  await client.startTurn({
    turnId,
    conversationId: turnId,
    messages: [{ role: 'user', text: 'Tell me a story that never ends.' }],
    sampling: { ...benchSampling, maxTokens: outputTokens },
    overflow,
    sentAtMs: Date.now(),
  })
  const gapsMs: number[] = []
  const memory: number[] = []
  let fullFrom: number | undefined
  for await (const { itlMs, usedCells, failure } of follow(client, client.followTurn, { turnId, everyMs: 100 })) {
    if (failure) throw new Error(`Expected a stream, got ${JSON.stringify(failure)}`)
    gapsMs.push(...itlMs)
    if (usedCells >= contextTokens - stretch / 10) fullFrom ??= gapsMs.length
    if (fullFrom !== undefined && gapsMs.length >= fullFrom + memory.length * stretch) memory.push(own())
  }
  if (fullFrom === undefined || gapsMs.length < fullFrom + 2 * stretch)
    throw new Error(`Expected a full context and tokens after it, got ${gapsMs.length}`)
  return {
    first: rateOf(gapsMs.slice(fullFrom, fullFrom + stretch)),
    last: rateOf(gapsMs.slice(-stretch)),
    memory,
  }
}

const rateOf = (gapsMs: readonly number[]): number => (gapsMs.length * 1000) / gapsMs.reduce((sum, gap) => sum + gap, 0)
