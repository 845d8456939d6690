import { createORPCClient } from '@orpc/client'
import type { ContractRouterClient } from '@orpc/contract'
import type { CacheSample } from '../../../core/contract/cache/cache'
import type { PromptMessage, TurnUpdate } from '../../../core/contract/chat/turn'
import type { EngineControl, EngineView, LoadProgress } from '../../../core/contract/engine'
import { defaultKvSettings } from '../../../core/contract/settings/kv-defaults'
import type { KvSettings } from '../../../core/contract/settings/kv-settings'
import { defaultSampling, type SamplingSettings } from '../../../core/contract/settings/sampling'
import { portChannel } from '../../../core/rpc/channel'
import { peerLink } from '../../../core/rpc/peer-link'
import { follow } from '../../../core/streams/follow'
import type { PortRole } from '../../../core/streams/virtual-port'
import type { EngineBackend } from '../backend'
import { type InProcessEngine, inProcessEngine } from './in-process'

export interface EngineUnderTest {
  readonly backend: EngineBackend
  readonly modelPath: string
}

export interface FollowedTurn {
  readonly text: string
  /** In ms. */
  readonly gaps: readonly number[]
  readonly last: TurnUpdate | undefined
}

export class ConnectedEngine {
  readonly backend: EngineBackend
  readonly modelPath: string
  readonly control: ContractRouterClient<EngineControl>
  readonly view: ContractRouterClient<EngineView>
  private readonly process: InProcessEngine
  private turns = 0

  constructor({ backend, modelPath }: EngineUnderTest) {
    this.backend = backend
    this.modelPath = modelPath
    this.process = inProcessEngine(backend)
    const clientOf = (role: PortRole) => createORPCClient(peerLink(portChannel(this.process.connect(role)), console.error))
    this.control = clientOf('control') as ContractRouterClient<EngineControl>
    this.view = clientOf('view') as ContractRouterClient<EngineView>
  }

  async close(): Promise<void> {
    await this.control.unload()
    this.process.kill()
  }

  async load(): Promise<LoadProgress[]> {
    const progress: LoadProgress[] = []
    for await (const item of follow(this.control, this.control.loadModel, { path: this.modelPath, gpuLayers: 0 })) progress.push(item)
    return progress
  }

  context(contextTokens: number, settings: Partial<KvSettings> = {}) {
    return this.control.createContext({ settings: { ...defaultKvSettings, threads: 1, ...settings }, contextTokens, predictedBytes: null })
  }

  start(text: string, sampling: Partial<SamplingSettings> = {}): Promise<string> {
    return this.startWith([{ role: 'user', text }], sampling)
  }

  async startWith(messages: PromptMessage[], change: Partial<SamplingSettings>): Promise<string> {
    const turnId = `t${++this.turns}`
    const sampling = { ...defaultSampling, temperature: 0, ...change }
    await this.control.startTurn({ turnId, conversationId: 'c', messages, sampling, sentAtMs: Date.now() })
    return turnId
  }

  async finish(turnId: string): Promise<FollowedTurn> {
    let text = ''
    const gaps: number[] = []
    let last: TurnUpdate | undefined
    for await (const update of follow(this.view, this.view.followTurn, { turnId })) {
      text += update.text
      gaps.push(...update.itlMs)
      last = update
    }
    return { text, gaps, last }
  }

  async sampleCaches(): Promise<readonly CacheSample[] | undefined> {
    for await (const samples of follow(this.view, this.view.followCache, {})) return samples
    return undefined
  }
}
