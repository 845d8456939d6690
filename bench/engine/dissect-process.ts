import { once } from 'node:events'
import type { LlamaContext, LlamaContextSequence, Token } from 'node-llama-cpp'
import { SerialQueue } from '../../core/streams/serial-queue'
import { schedulerOf } from '../../native-models/engine/batch/batch-scheduler'
import { createContext } from '../../native-models/engine/context/create-context'
import { DirectDecoder } from '../../native-models/engine/decode/decoder'
import { type Internals, internalsOf } from '../../native-models/engine/llama/llama-internals'
import { LlamaLog } from '../../native-models/engine/llama/llama-log'
import { loadLlama } from '../../native-models/engine/llama/load-llama'
import { loadModel, type ModelInMemory } from '../../native-models/engine/llama/load-model'
import { nothingBefore } from '../../native-models/engine/reuse/turn-memory'
import { SequenceRecord } from '../../native-models/engine/sequences/sequence-record'
import { ThreadGovernor } from '../../native-models/engine/threads/thread-governor'
import { runTurn } from '../../native-models/engine/turn/run-turn'
import type { Turn } from '../../native-models/engine/turn/turn'
import { TurnLog, turnStart } from '../../native-models/process/turn-log'
import { promptOf } from '../random-models'
import { benchSampling, benchSettings } from './engine-under-test'

/** In ms per token, for tg128 @ d512. */
export interface Dissection {
  readonly llamaCpp: number
  readonly bindings: number
  readonly decoder: number
  readonly turn: number
  readonly publicLoop: number
}

const depthTokens = 512
const measuredTokens = 128
const contextTokens = depthTokens + measuredTokens + 2
const prompt = Array.from({ length: depthTokens + 1 }, (_, index) => (3 + ((index * 7919) % 250)) as Token)
const lastOfPrompt = prompt[depthTokens] as Token

interface Subject {
  readonly log: LlamaLog
  readonly loaded: ModelInMemory
  readonly threads: number
  readonly sequence: LlamaContextSequence
  readonly turn: Pick<Turn, 'loaded' | 'context' | 'contextQueue' | 'batches' | 'governor' | 'before'>
  readonly counted: { readonly context: LlamaContext; readonly sequence: LlamaContextSequence }
}

export async function dissectProcess([modelPath, threads]: readonly string[]): Promise<number> {
  if (!modelPath || !threads || !process.send) throw new Error('Expected a model, a thread count and a parent process')
  const subject = await prepare(modelPath, Number(threads))
  process.on('message', async () => process.send?.(await dissect(subject)))
  process.send({ ready: true })
  await once(process, 'disconnect')
  return 0
}

async function prepare(modelPath: string, threads: number): Promise<Subject> {
  const log = new LlamaLog()
  const llama = await loadLlama('cpu', log)
  const loaded = await loadModel(llama, log, modelPath, 0, undefined, () => {})
  const settings = { ...benchSettings, threads }
  const context = await createContext(loaded, log, llama.cpuMathCores, { settings, contextTokens, predictedBytes: null })
  const counting = await loaded.model.createContext({
    contextSize: contextTokens,
    batchSize: settings.batchTokens,
    flashAttention: 'auto',
    threads: { ideal: threads, min: 1 },
    performanceTracking: true,
  })
  llama.maxThreads = threads
  const sequence = context.sequences[0] as LlamaContextSequence
  const governor = new ThreadGovernor(llama.cpuMathCores)
  const contextQueue = new SerialQueue()
  const batches = schedulerOf({ context, contextQueue, governor })?.join()
  const turn = { loaded, context, contextQueue, batches, governor, before: nothingBefore }
  return { log, loaded, threads, sequence, turn, counted: { context: counting, sequence: counting.getSequence() } }
}

async function dissect(subject: Subject): Promise<Dissection> {
  const bindings = await throughBindings(subject)
  const llamaCpp = await ownCount(subject)
  const decoder = await throughDecoder(subject)
  const turn = await wholeTurn(subject)
  return { llamaCpp, bindings, decoder, turn, publicLoop: await throughPublicLoop(subject) }
}

async function fill({ threads }: Subject, sequence: LlamaContextSequence, internals: Internals): Promise<void> {
  await sequence.clearHistory()
  await sequence.evaluateWithoutGeneratingNewTokens(prompt.slice(0, depthTokens))
  internals.context.setThreads(threads)
}

/** Omits the first token, as a turn's metrics do. */
async function perToken(next: () => Promise<void>): Promise<number> {
  await next()
  const started = performance.now()
  for (let token = 0; token < measuredTokens; token++) await next()
  return (performance.now() - started) / measuredTokens
}

function need(internals: Internals | undefined): Internals {
  if (!internals) throw new Error('Expected a node-llama-cpp of the shape that llama-internals.ts knows')
  return internals
}

async function throughBindings(subject: Subject): Promise<number> {
  const { context, sequence } = subject.counted
  const internals = need(internalsOf(context, subject.loaded.model, sequence))
  await fill(subject, sequence, internals)
  const state = internals.sequence(sequence)
  const sampler = internals.newSampler()
  sampler.applyConfig({ temperature: 0 })
  let token = lastOfPrompt
  const spent = await perToken(async () => {
    internals.context.initBatch(1)
    const [logit] = internals.context.addToBatch(state.sequenceId, state.position, Uint32Array.of(token), Uint32Array.of(0))
    await internals.context.decodeBatch()
    state.advance(token)
    token = (await internals.context.sampleToken(logit as number, sampler)) as Token
  })
  sampler.dispose()
  return spent
}

/** Returns ms per token since the last call. Source: `llama_perf_context_print` in src/llama-context.cpp. */
async function ownCount({ log, counted }: Subject): Promise<number> {
  const { mark } = log
  await counted.context.printTimings()
  await log.settled()
  for (const { text } of log.since(mark)) {
    const [, ms, runs] = /: +eval time = +([\d.]+) ms \/ +(\d+) runs/.exec(text) ?? []
    if (ms !== undefined) return Number(ms) / Number(runs)
  }
  throw new Error('Expected llama.cpp to print its eval time, got none')
}

async function throughDecoder(subject: Subject): Promise<number> {
  const { sequence } = subject
  const { context, batches } = subject.turn
  const internals = need(context.internals)
  if (!batches) throw new Error('Expected batches, because the internals are known')
  await fill(subject, sequence, internals)
  const decoder = new DirectDecoder(internals, batches, { sequence, sampling: benchSampling, seed: 1, prompt })
  let token = lastOfPrompt
  const spent = await perToken(async () => {
    token = await decoder.next(token)
  })
  await decoder.dispose()
  return spent
}

async function wholeTurn({ sequence, turn }: Subject): Promise<number> {
  await sequence.clearHistory()
  const log = new TurnLog('dissect', 'dissect')
  const request = {
    conversationId: 'dissect',
    messages: [{ role: 'user' as const, text: promptOf(depthTokens + 1) }],
    sampling: { ...benchSampling, maxTokens: measuredTokens + 1 },
    sentAtMs: Date.now(),
  }
  const answer = { log, signal: new AbortController().signal, sequence, record: new SequenceRecord() }
  await runTurn({ ...turn, request, answers: [answer], waitedMs: 0, hasBegun: false })
  const { tpotMs } = log.readFrom(turnStart).update.metrics ?? {}
  if (!tpotMs) throw new Error('Expected a turn with more than one token, got none')
  return tpotMs
}

async function throughPublicLoop(subject: Subject): Promise<number> {
  const { sequence } = subject
  const { context } = subject.turn
  await fill(subject, sequence, need(context.internals))
  const tokens = sequence.evaluate([lastOfPrompt], { temperature: 0, yieldEogToken: true })
  const spent = await perToken(async () => {
    await tokens.next()
  })
  await tokens.return()
  return spent
}
