/** An engine whose answers come from a server. It has no model, no context and no cells of its own. */
import os from 'node:os'
import type { CacheSample, ContextReport, HeldToken } from '../../core/contract/cache/cache'
import type { HeldPrompt } from '../../core/contract/cache/held-prompt'
import type { CacheStore } from '../../core/contract/cache/prefixes'
import type { SavedSequence, SequenceState } from '../../core/contract/cache/sessions'
import type { ReusePreview } from '../../core/contract/chat/turn'
import type { CompareResult, CompareTask } from '../../core/contract/compare/compare-tasks'
import { coded } from '../../core/contract/errors/coded-error'
import type { DraftReport } from '../../core/contract/models/draft'
import type { EngineInfo, LoadedModel } from '../../core/contract/models/models'
import type { ServerConnection } from '../../core/contract/remote/connection'
import type { OverflowPreview } from '../../core/contract/settings/overflow'
import type { AnswerHandle, EngineBackend, PromptRequest } from '../../native-models/process/backend'
import { Network } from '../library/network/network'
import { measureAtServer } from './measure-at-server'
import { type Server, writeAnswer } from './write-answer'

export class RemoteEngine implements EngineBackend {
  private server: Server | undefined

  async start(): Promise<EngineInfo> {
    return { engine: 'remote', release: 'none', backend: 'remote', devices: [], vram: null, cores: os.cpus().length, pid: process.pid }
  }

  async connectServer({ proxy, isOffline, ...server }: ServerConnection): Promise<void> {
    const network = new Network({
      isOffline: () => isOffline,
      findProxy: async () => (proxy === null ? undefined : new URL(proxy)),
    })
    this.server = { ...server, network }
  }

  async unload(): Promise<void> {
    this.server = undefined
  }

  assertReady(): void {
    this.connected()
  }

  /** Each answer is a request of its own. */
  assertSequences(): void {
    this.connected()
  }

  async answer(request: PromptRequest, answers: readonly AnswerHandle[]): Promise<void> {
    const server = this.connected()
    await Promise.all(answers.map((answer, index) => writeAnswer(server, request, answer, index)))
  }

  async forget(): Promise<void> {}

  async unloadDraft(): Promise<void> {}

  sequences(): SequenceState[] {
    return []
  }

  async findSaved(): Promise<null> {
    return null
  }

  async prefixes(): Promise<CacheStore> {
    return { prefixes: [], nodes: [], tiers: [], next: [] }
  }

  sampleCaches(): CacheSample[] {
    return []
  }

  heldPrompt(): HeldPrompt | null {
    return null
  }

  tokensAt(): HeldToken[] {
    return []
  }

  loadModel(): Promise<LoadedModel> {
    return noModel()
  }
  createContext(): Promise<ContextReport> {
    return noModel()
  }
  loadDraft(): Promise<DraftReport> {
    return noModel()
  }
  previewReuse(): Promise<ReusePreview> {
    return noModel()
  }
  previewOverflow(): Promise<OverflowPreview> {
    return noModel()
  }
  saveSequence(): Promise<SavedSequence> {
    return noModel()
  }
  restoreSequence(): Promise<{ tokens: number }> {
    return noModel()
  }
  async measure(task: CompareTask, signal: AbortSignal | undefined, onProgress: (share: number) => void): Promise<CompareResult> {
    if (task.kind !== 'server') return noModel()
    return measureAtServer(this.connected(), task.ask, { signal: signal ?? new AbortController().signal, onProgress })
  }
  countTokens(): number {
    throw coded('no-model-loaded', {})
  }

  private connected(): Server {
    if (!this.server) throw coded('no-model-loaded', {})
    return this.server
  }
}

/** Only the server has the model. */
const noModel = (): Promise<never> => Promise.reject(coded('no-model-loaded', {}))
