import type { ContextReport } from '../../core/contract/cache/cache'
import type { TurnMark, TurnMetrics, TurnUpdate } from '../../core/contract/chat/turn'
import type { EngineInfo } from '../../core/contract/models/models'
import { defaultKvSettings } from '../../core/contract/settings/kv-defaults'
import type { KvSettings } from '../../core/contract/settings/kv-settings'
import { type AnswerGrammar, defaultSampling } from '../../core/contract/settings/sampling'
import { follow } from '../../core/streams/follow'
import { connectControl, type EngineClient } from '../../main/supervisor/engine-client'
import type { EngineProcess } from '../../main/supervisor/engine-process'
import { forkEngine } from '../../main/supervisor/fork-engine'
import { resources } from '../paths'
import { promptOf } from '../random-models'

export interface MeasuredTurn {
  readonly metrics: TurnMetrics
  readonly gapsMs: readonly number[]
  readonly marks: readonly TurnMark[]
  readonly sentAtMs: number
}

export interface TurnWish {
  readonly promptTokens: number
  readonly outputTokens: number
  readonly grammar?: AnswerGrammar
  /** Turns of different conversations can run at the same time. */
  readonly conversationId?: string
  /** Ends the answer early. */
  readonly stop?: AbortSignal
  readonly onUpdate?: (update: TurnUpdate) => void
}

/** llama-bench's defaults, on the CPU only. */
export const benchSettings: KvSettings = { ...defaultKvSettings, gpuBackend: 'cpu', gpuLayers: 0 }
export const benchSampling = { ...defaultSampling, temperature: 0, ignoreEndOfText: true }
const followMs = 500

export class EngineUnderTest {
  private turns = 0

  private constructor(
    private readonly process: EngineProcess,
    private readonly client: EngineClient,
    readonly info: EngineInfo,
    readonly context: ContextReport,
  ) {}

  static async start(modelPath: string, threads: KvSettings['threads'], contextTokens: number, sequences = 1): Promise<EngineUnderTest> {
    const process = await forkEngine(resources.engineEntry)()
    try {
      const client = connectControl(process)
      const info = await client.start({ gpuBackend: 'cpu' })
      for await (const _ of follow(client, client.loadModel, { path: modelPath, gpuLayers: 0 }));
      const settings = { ...benchSettings, threads, sequences }
      const context = await client.createContext({ settings, contextTokens, predictedBytes: null })
      // llama-bench also lets llama.cpp choose flash attention.
      if (!context.flashAttention) throw new Error('Expected llama.cpp to choose flash attention on a CPU, got none')
      return new EngineUnderTest(process, client, info, context)
    } catch (error) {
      process.kill()
      throw error
    }
  }

  get pid(): number {
    if (this.process.pid === undefined) throw new Error('Expected a running engine to have a process id')
    return this.process.pid
  }

  /** Starts with an empty cache. Discard the first turn, which is a warm-up. */
  async turn({ promptTokens, outputTokens, grammar, conversationId = 'bench', stop, onUpdate }: TurnWish): Promise<MeasuredTurn> {
    const { client } = this
    const turnId = `turn-${++this.turns}`
    const sampling = { ...benchSampling, maxTokens: outputTokens, grammar: grammar ?? null }
    await client.forget({ conversationId })
    const sentAtMs = Date.now()
    await client.startTurn({ turnId, conversationId, messages: [{ role: 'user', text: promptOf(promptTokens) }], sampling, sentAtMs })
    stop?.addEventListener('abort', () => void client.stopTurn({ turnId }), { once: true })
    const gapsMs: number[] = []
    const marks: TurnMark[] = []
    let last: TurnUpdate | undefined
    const everyMs = onUpdate ? 50 : followMs
    for await (const update of follow(client, client.followTurn, { turnId, everyMs })) {
      gapsMs.push(...update.itlMs)
      marks.push(...update.marks)
      last = update
      onUpdate?.(update)
    }
    if (!last?.metrics) throw new Error(`Expected a finished turn, got ${last ? JSON.stringify(last.failure) : 'none'}`)
    if (last.promptTokens !== promptTokens) throw new Error(`Expected a prompt of ${promptTokens} tokens, got ${last.promptTokens}`)
    return { metrics: last.metrics, gapsMs, marks, sentAtMs }
  }

  close(): void {
    this.process.kill()
  }
}

export async function withEngine<T>(
  modelPath: string,
  threads: KvSettings['threads'],
  contextTokens: number,
  work: (engine: EngineUnderTest) => Promise<T>,
  sequences = 1,
): Promise<T> {
  const engine = await EngineUnderTest.start(modelPath, threads, contextTokens, sequences)
  try {
    return await work(engine)
  } finally {
    engine.close()
  }
}
