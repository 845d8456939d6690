/** A checked file as an entry of the list. */
import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import type { ModelOrigin } from '../../../core/contract/models/model-origins'
import type { ModelFile } from '../../../core/contract/models/models'
import { cacheShapeOf } from '../../../core/kv/cache-shape-of'
import { cacheCostOf } from '../../../core/plan/cache-cost'
import type { CheckedModel } from './check-model-file'

/** The same file has the same id in every session. */
export const modelIdOf = (path: string): string => createHash('sha256').update(path).digest('hex').slice(0, 16)

/** `place.name`: for a file that says nothing of its own, before the file's name. */
export function describeFile(
  place: { readonly id: string; readonly path: string; readonly origin: ModelOrigin; readonly name?: string | undefined },
  { header, facts, sizeBytes, parts }: CheckedModel,
): ModelFile {
  return {
    id: place.id,
    path: place.path,
    name: place.name ?? facts.name ?? basename(place.path).replace(/\.gguf$/i, ''),
    origin: place.origin,
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
