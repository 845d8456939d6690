/** What a plan needs before it can be measured: the model, the text and the servers. */
import { randomInt } from 'node:crypto'
import { isOnServer, localVariants } from '../../../core/compare/on-server'
import type { BundledText, ComparedModel, ComparePlan } from '../../../core/contract/compare/compare-runs'
import type { ServerSetting } from '../../../core/contract/compare/compare-variants'
import { coded } from '../../../core/contract/errors/coded-error'
import type { ServerConnection } from '../../../core/contract/remote/connection'
import type { CacheShape } from '../../../core/kv/shape/cache-shape'
import { shownModelName } from '../../../core/remote/server-facts'
import type { ModelLibrary } from '../../library/scan/model-library'
import type { CompareRuns } from '../../store/compare-runs'
import type { StartEngine } from '../../supervisor/engine-process'
import type { ServerService } from '../servers/server-service'
import { type CompareSubject, subjectOf, textOf } from './compare-plan'
import type { CompareTexts } from './compare-texts'
import { ServerMeter } from './server-meter'

/** Without a model on this machine, there is no path, shape or fingerprint. */
export type PlanSubject = Pick<CompareSubject, 'path' | 'model' | 'layers'> & {
  readonly shape: CacheShape | null
  readonly fingerprint: () => Promise<string | undefined>
}

export interface CompareServers extends Pick<ServerService, 'reach' | 'assertOnline'> {
  readonly startRemoteEngine: StartEngine
}

export interface ReachedPlan {
  /** With what the servers said about themselves. */
  readonly plan: ComparePlan
  readonly meter: ServerMeter
}

export class CompareSource {
  constructor(
    private readonly library: ModelLibrary,
    private readonly texts: CompareTexts,
    private readonly runs: Pick<CompareRuns, 'ownText'>,
    private readonly servers: CompareServers,
  ) {}

  bundledTexts(): BundledText[] {
    return this.texts.list()
  }

  /** Throws `model-not-found`, and file and GGUF errors. */
  async subject({ modelId, variants }: Pick<ComparePlan, 'modelId' | 'variants'>): Promise<PlanSubject> {
    if (localVariants(variants).length > 0) return this.model(modelId)
    return subjectOnServers(variants.filter(isOnServer))
  }

  async model(modelId: string): Promise<CompareSubject> {
    return subjectOf(await this.library.get(modelId))
  }

  /** Throws `compare-plan-refused`, `compare-run-not-found`. */
  text({ quality }: ComparePlan): string {
    return textOf(quality?.text, this.texts, (runId) => this.runs.ownText(runId))
  }

  /** Asks each server what it is. Throws `server-not-saved`, and the errors of servers. `compare-plan-refused` if one has changed. */
  async reach(plan: ComparePlan): Promise<ReachedPlan> {
    const connections = new Map<string, ServerConnection>()
    const variants: ComparePlan['variants'] = []
    for (const variant of plan.variants) {
      if (!isOnServer(variant)) {
        variants.push(variant)
        continue
      }
      const { facts, connection } = await this.servers.reach(variant.serverId, variant.model)
      const found = { kind: facts.kind, version: facts.version }
      if (variant.found && (variant.found.kind !== found.kind || variant.found.version !== found.version))
        throw coded('compare-plan-refused', { reason: { kind: 'changed', what: ['server'] } })
      connections.set(keyOf(variant), connection)
      variants.push({ ...variant, found })
    }
    const { startRemoteEngine } = this.servers
    const connectionTo = (server: ServerSetting): ServerConnection => {
      const connection = connections.get(keyOf(server))
      if (!connection) throw new Error(`Expected a server of the plan, got ${server.serverId}`)
      return connection
    }
    const meter = new ServerMeter(startRemoteEngine, { connectionTo, assertOnline: (id) => this.servers.assertOnline(id) })
    return { plan: { ...plan, variants }, meter }
  }
}

/** The prompts of a new run have words that no cache has from an earlier run. */
export const withSeed = (plan: ComparePlan): ComparePlan =>
  plan.latency?.newWords ? { ...plan, latency: { ...plan.latency, seed: randomInt(2 ** 31) } } : plan

const keyOf = ({ serverId, model }: ServerSetting): string => JSON.stringify([serverId, model])

export const subjectOnServers = (servers: readonly ServerSetting[]): PlanSubject => ({
  path: '',
  model: modelOnServers(servers),
  shape: null,
  layers: 0,
  fingerprint: async () => undefined,
})

const modelOnServers = (servers: readonly ServerSetting[]): ComparedModel => ({
  id: '',
  name: [...new Set(servers.map(({ model }) => shownModelName(model)))].join(', '),
  fileName: '',
  architecture: '',
  description: '',
  sizeBytes: 0,
  parameters: 0,
  vocabularyTokens: 0,
})
