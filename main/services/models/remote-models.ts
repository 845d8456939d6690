import { coded } from '../../../core/contract/errors/coded-error'
import type { RemoteListing } from '../../../core/contract/models/library'
import { listedAt } from '../../library/download/plan-download'
import { type ListedModel, listRepository } from '../../library/hub/list-repository'
import { parseModelAddress } from '../../library/hub/model-address'
import type { Network } from '../../library/network/network'

export interface FoundModel {
  readonly model: ListedModel
  readonly repository: string
}

export class RemoteModels {
  private readonly found = new Map<string, FoundModel>()

  constructor(
    private readonly network: Network,
    private readonly downloadedId: (found: FoundModel) => Promise<string | null>,
  ) {}

  /** Throws `address-unclear`, `url-invalid`, `repository-refused`, `repository-without-gguf`, and server and GGUF errors. */
  async browse(address: string, signal?: AbortSignal): Promise<RemoteListing> {
    const parsed = parseModelAddress(address, this.network.hub)
    const isFile = parsed.kind === 'file'
    const title = isFile ? parsed.url.host : parsed.repository
    const models = isFile ? [await listedAt(parsed.url, this.network, signal)] : await listRepository(parsed, this.network, signal)
    // Windows forbids colons in names.
    const found = models.map((model) => ({ model, repository: title.replace(/:/g, '_') }))
    for (const one of found) this.found.set(urlOf(one.model), one)
    const described = found.map(async (one) => describe(one.model, await this.downloadedId(one)))
    return { title, revision: isFile ? null : parsed.revision, models: await Promise.all(described) }
  }

  /** Throws the same errors as `browse`. */
  async get(url: string, signal?: AbortSignal): Promise<FoundModel> {
    if (!this.found.has(url)) await this.browse(url, signal)
    const found = this.found.get(url)
    if (!found) throw coded('address-unclear', { address: url, reason: 'no-model' })
    return found
  }

  forget(): void {
    this.found.clear()
  }
}

export const bytesOf = ({ parts }: ListedModel): number => parts.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
const urlOf = ({ parts: [first] }: ListedModel): string => first?.url.href ?? ''

const describe = (model: ListedModel, modelId: string | null): RemoteListing['models'][number] => ({
  url: urlOf(model),
  path: model.parts[0]?.path ?? '',
  sizeBytes: bytesOf(model),
  parts: model.parts.length,
  hasHash: model.parts.every(({ sha256 }) => sha256 !== null),
  isNamed: model.isNamed,
  modelId,
})
