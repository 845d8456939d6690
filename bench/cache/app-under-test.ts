import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import { join } from 'node:path'
import type { ContextReport } from '../../core/contract/cache/cache'
import type { AttachedDocument } from '../../core/contract/chat/documents'
import type { TurnMetrics } from '../../core/contract/chat/turn'
import type { KvSettings } from '../../core/contract/settings/kv-settings'
import type { SamplingSettings } from '../../core/contract/settings/sampling'
import { forkTrial } from '../../main/backends/fork-trial'
import { onlyCpu } from '../../main/backends/testing/only-cpu'
import { noLab } from '../../main/lab/testing/no-lab'
import { type App, createApp } from '../../main/services/app'
import { openStore } from '../../main/store/store'
import { forkEngine } from '../../main/supervisor/fork-engine'
import { benchSampling, benchSettings } from '../engine/engine-under-test'
import { resources, workFolder } from '../paths'

export interface AskedTurn {
  readonly conversationId: string
  readonly answerId: string
  readonly metrics: TurnMetrics
}

export class AppUnderTest {
  private constructor(
    readonly app: App,
    readonly folder: string,
  ) {}

  static async start(modelPath: string, kv: Partial<KvSettings>, outputTokens: number): Promise<AppUnderTest> {
    mkdirSync(workFolder, { recursive: true })
    const folder = mkdtempSync(join(workFolder, 'cache-'))
    const app = createApp({
      info: { version: '0', host: 'web', platform: process.platform, dataFolder: folder, memoryBytes: os.totalmem() },
      store: openStore(folder, 'desktop'),
      startEngine: forkEngine(resources.engineEntry),
      startRemoteEngine: forkEngine(resources.remoteEngineEntry),
      startLab: noLab,
      backends: onlyCpu,
      startTriad: forkTrial(resources.bandwidthEntry),
      templateEntry: resources.templateEntry,
      documentEntry: resources.documentEntry,
      embeddedModelPath: resources.embeddedModelPath,
      textsFolder: resources.textsFolder,
      allowServers: async () => 'refused',
    })
    const { id } = await app.library.open(modelPath)
    app.store.modelSettings.write(id, { ...benchSettings, ...kv }, { ...benchSampling, maxTokens: outputTokens })
    await app.models.load(id)
    if (app.state.value.model.status !== 'ready')
      throw new Error(`Expected a model that is ready, got ${JSON.stringify(app.state.value.model)}`)
    return new AppUnderTest(app, folder)
  }

  get context(): ContextReport {
    const { model } = this.app.state.value
    if (model.status !== 'ready') throw new Error(`Expected a model that is ready, got ${model.status}`)
    return model.context
  }

  sample(change: Partial<SamplingSettings>): void {
    const { model } = this.app.state.value
    if (model.status !== 'ready') throw new Error(`Expected a model that is ready, got ${model.status}`)
    const { kv, sampling } = this.app.store.modelSettings.read(model.file.id)
    this.app.store.modelSettings.write(model.file.id, kv, { ...sampling, ...change })
  }

  async draftWith(path: string, change: Partial<SamplingSettings>): Promise<void> {
    const { app } = this
    this.sample({ ...change, speculation: 'draft-model', draftModelId: (await app.library.open(path)).id })
    await app.drafts.follow()
    const { model } = app.state.value
    if (model.status !== 'ready' || model.draft.status !== 'ready')
      throw new Error(`Expected a draft model, got ${JSON.stringify(model.status === 'ready' ? model.draft : model)}`)
  }

  async sendMany(text: string, answers: number): Promise<void> {
    const started = await this.app.turns.send({ conversationId: null, text, sentAtMs: Date.now(), answers })
    for (const { id, turnId } of started.answers)
      await this.measured({ conversationId: started.conversationId, turnId: turnId ?? '', answer: { id } })
  }

  async send(text: string, conversationId: string | null = null): Promise<AskedTurn> {
    return this.measured(await this.app.turns.send({ conversationId, text, sentAtMs: Date.now() }))
  }

  /** In a new conversation. */
  async sendAbout({ id }: AttachedDocument, text: string): Promise<AskedTurn> {
    const documents = [{ id, pages: '' }]
    const turn = await this.measured(await this.app.turns.send({ conversationId: null, text, sentAtMs: Date.now(), documents }))
    this.attach([])
    return turn
  }

  /** Waits until the document is processed, as if it were attached in the window. */
  async prepare(document: AttachedDocument): Promise<void> {
    this.attach([document])
    const next = this.app.state.reader(0, undefined)
    while (!this.app.state.value.background?.isReady) {
      if (!this.app.state.value.background) throw new Error('Expected the document to be processed')
      await next()
    }
  }

  private attach(documents: readonly AttachedDocument[]): void {
    const unsent = documents.map((document) => ({ document, pages: '' }))
    const rest = { conversationId: null, text: '', pasted: '', typedSystemPrompt: null, isPrivate: false }
    this.app.unsent.write({ ...rest, documents: unsent })
  }

  async again({ conversationId, answerId }: AskedTurn): Promise<AskedTurn> {
    return this.measured(await this.app.turns.regenerate(conversationId, answerId, Date.now()))
  }

  private async measured(turn: { conversationId: string; turnId: string; answer: { id: string } }): Promise<AskedTurn> {
    const { app } = this
    while (app.state.value.turns.some(({ turnId }) => turnId === turn.turnId)) await new Promise((resolve) => setTimeout(resolve, 20))
    const { metrics, failure } = app.store.messages.get(turn.answer.id)
    if (!metrics) throw new Error(`Expected an answer with figures, got ${JSON.stringify(failure)}`)
    return { conversationId: turn.conversationId, answerId: turn.answer.id, metrics }
  }

  close(): void {
    this.app.close()
    rmSync(this.folder, { recursive: true, force: true })
  }
}

export async function withApp<T>(started: Promise<AppUnderTest>, work: (app: AppUnderTest) => Promise<T>): Promise<T> {
  const app = await started
  try {
    return await work(app)
  } finally {
    app.close()
  }
}

export function ttftOf({ metrics }: AskedTurn): number {
  if (metrics.ttftMs === null) throw new Error('Expected a first token')
  return metrics.ttftMs
}
