import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import type { ModelOrigin } from '../../../core/contract/models/model-origins'
import type { ModelFile } from '../../../core/contract/models/models'
import { cacheShapeOf } from '../../../core/kv/cache-shape-of'
import { cacheCostOf } from '../../../core/plan/cache-cost'
import type { CheckedModel } from './check-model-file'

/** Restarts do not change the id, because it depends only on the path. */
export const modelIdOf = (path: string): string => createHash('sha256').update(path).digest('hex').slice(0, 16)

export function describeFile(
  location: { readonly id: string; readonly path: string; readonly origin: ModelOrigin; readonly name?: string | undefined },
  { header, facts, sizeBytes, parts }: CheckedModel,
): ModelFile {
  return {
    id: location.id,
    path: location.path,
    name: location.name ?? facts.name ?? basename(location.path).replace(/\.gguf$/i, ''),
    origin: location.origin,
    architecture: facts.architecture,
    sizeBytes,
    parts,
    parameters: facts.parameters,
    weightType: facts.weightType,
    layers: facts.layers,
    trainedTokens: facts.trainedTokens,
    hasChatTemplate: facts.hasChatTemplate,
    cost: cacheCostOf(cacheShapeOf(header)),
    lastOpenedAt: null,
    missing: false,
  }
}
