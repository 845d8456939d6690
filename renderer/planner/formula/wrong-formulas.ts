/**
 * The formulas of other calculators, applied to this model and settings, with the factor of each error. Only mistakes that this model shows
 * are listed: a formula that ignores sliding windows is right for a model without them. Each formula has one mistake and is otherwise
 * right, so its factor measures that mistake alone.
 * Source: the estimators compared in the project's research (node-llama-cpp's first estimator, gguf-parser-go, Jan, TextGen, hwLedger) and
 * the mistakes of the explainers that it started from.
 */
import { type GgmlType, ggmlType } from '../../../core/gguf/ggml-types'
import type { CachePlan, PlannedLayer } from '../../../core/kv/cache-plan'
import { planCache } from '../../../core/kv/plan-cache'
import type { PlanSubject } from '../../../core/plan/plan-subject'
import { formatCount } from '../../../core/text/amounts'
import { layerRows } from '../layers/layer-rows'
import { billSettings, type PlannerSettings } from '../plan/planner-settings'

export interface WrongFormula {
  readonly id: string
  readonly mistake: string
  readonly bytes: number
  /** Its result divided by the true one; 0: it counts nothing. */
  readonly factor: number
}

/** Smaller relative errors are not shown. */
const leastError = 0.01

export function wrongFormulas(subject: PlanSubject, plan: CachePlan, settings: PlannerSettings): readonly WrongFormula[] {
  if (plan.refused || plan.totalCacheBytes === 0) return []
  const found = [...ofHeads(subject, plan, settings), ...ofLayers(subject, plan, settings), ...ofBytes(plan, settings)]
  const distinct = found.filter((one, at) => found.findIndex(({ bytes }) => bytes === one.bytes) === at)
  return distinct
    .map((one) => ({ ...one, factor: one.bytes / plan.totalCacheBytes }))
    .filter(({ factor }) => Math.abs(factor - 1) > leastError)
    .toSorted((a, b) => severity(b) - severity(a))
}

type Guess = Omit<WrongFormula, 'factor'>
const severity = ({ factor }: WrongFormula): number => (factor === 0 ? Number.POSITIVE_INFINITY : Math.abs(Math.log(factor)))
/** Includes the scales of its block. */
const elementBytes = ({ blockBytes, blockElements }: GgmlType): number => blockBytes / blockElements

/** Mistakes in the width of a row. Cells, layers, indexers and states are right. */
function ofHeads({ attention }: PlanSubject, plan: CachePlan, settings: PlannerSettings): Guess[] {
  const attending = plan.layers.filter(({ kind }) => kind === 'full' || kind === 'sliding')
  if (!attention || attention.heads === 0 || attending.length === 0) return []
  const { heads, kvHeads, valueDim, embeddingDim, latent } = attention
  const [key, value] = [elementBytes(ggmlType(settings.keyType)), elementBytes(ggmlType(settings.valueType))]
  const sum = (bytesOf: (layer: PlannedLayer) => number) => attending.reduce((bytes, layer) => bytes + bytesOf(layer), 0)
  const held = sum(({ kBytes, vBytes }) => kBytes + vBytes)
  const rest = plan.totalCacheBytes - held
  const widths = (keyWidth: number, valueWidth: number) =>
    rest + sum(({ cells }) => cells * plan.sizes.sequences * (keyWidth * key + valueWidth * value))
  if (latent)
    return [
      {
        id: 'latent-decompressed',
        mistake: `Counts the ${heads} heads that the latent vector is unpacked into, instead of the vector that is kept`,
        bytes: widths(heads * latent.keyDim, heads * latent.valueDim),
      },
      {
        id: 'latent-with-values',
        mistake: 'Counts a V beside the latent vector, which holds both',
        bytes: plan.totalCacheBytes + widths(0, valueDim) - rest,
      },
      {
        id: 'latent-once',
        mistake: `Counts the latent vector once, not in each of ${attending.length} layers`,
        bytes: rest + held / attending.length,
      },
    ]
  // If layers differ in heads, one number for all of them would be a second mistake.
  const isEven =
    new Set(attending.map(({ kind, cells, kBytes }) => `${kind} ${kBytes / cells}`)).size ===
    new Set(attending.map(({ kind }) => kind)).size
  return [
    ...(isEven
      ? [
          {
            id: 'query-heads',
            mistake: `Takes ${heads} query heads for KV heads, of which there are ${kvHeads}`,
            bytes: rest + (held * heads) / kvHeads,
          },
        ]
      : []),
    {
      id: 'model-width',
      mistake: `Takes the width of the model, ${formatCount(embeddingDim)}, for the width of K and V`,
      bytes: widths(embeddingDim, embeddingDim),
    },
    { id: 'values-forgotten', mistake: 'Forgets that K and V are two tensors', bytes: plan.totalCacheBytes - valueBytes(plan) },
  ]
}

/** Mistakes about which layers keep what. */
function ofLayers({ shape, attention }: PlanSubject, plan: CachePlan, settings: PlannerSettings): Guess[] {
  const guesses: Guess[] = []
  const kinds = new Set(plan.caches.map(({ kind }) => kind))
  if (kinds.has('sliding') && !settings.swaFullCache)
    guesses.push({
      id: 'windows-forgotten',
      mistake: 'Gives sliding layers a cell for every token of the context',
      bytes: planCache(shape, billSettings(shape, { ...settings, swaFullCache: true })).totalCacheBytes,
    })
  if (plan.recurrentBytes > 0)
    guesses.push({
      id: 'state-forgotten',
      mistake: 'Forgets the recurrent state, which is there from the first token on',
      bytes: plan.kvBytes,
    })
  const rows = layerRows(plan)
  const owners = rows.filter(({ keyBytes }) => keyBytes > 0)
  if (owners.length > 0 && kinds.has('recurrent') && owners.length < rows.length)
    guesses.push({
      id: 'recurrent-as-attention',
      mistake: `Takes all ${rows.length} layers for attention layers; ${owners.length} are, the others keep a state`,
      bytes: (plan.kvBytes / owners.length) * rows.length,
    })
  const idle = rows.filter(({ bytes }) => bytes === 0).length
  if (owners.length > 0 && idle > 0 && !kinds.has('recurrent'))
    guesses.push({
      id: 'shared-layers',
      mistake: `Counts ${idle} layers that have no cache of their own`,
      bytes: (plan.kvBytes / owners.length) * rows.length,
    })
  const experts = attention?.experts ?? 0
  if (experts > 1)
    guesses.push({
      id: 'experts',
      mistake: `Multiplies by ${experts} experts: they share one attention, and one cache`,
      bytes: plan.totalCacheBytes * experts,
    })
  return guesses
}

/** Mistakes in the size of an element or the number of tokens. */
function ofBytes(plan: CachePlan, { keyType, valueType, sequences }: PlannerSettings): Guess[] {
  const values = valueBytes(plan)
  const keys = plan.kvBytes - values
  const scaled = (of: (type: GgmlType) => number) => keys * of(ggmlType(keyType)) + values * of(ggmlType(valueType)) + plan.recurrentBytes
  const guesses: Guess[] = [
    {
      id: 'scales-forgotten',
      mistake: 'Counts the bits in the name of the type and forgets the scale that each block carries',
      bytes: Math.round(scaled((type) => nominalBits(type) / (8 * elementBytes(type)))),
    },
    {
      id: 'block-for-element',
      mistake: 'Takes the bytes of a block of 32 elements for those of one element',
      bytes: scaled(({ blockElements }) => blockElements),
    },
  ]
  if (sequences > 1)
    guesses.push({
      id: 'one-sequence',
      mistake: `Counts one sequence; each of ${sequences} has cells of its own`,
      bytes: plan.totalCacheBytes / sequences,
    })
  return guesses
}

const valueBytes = ({ caches }: CachePlan): number => caches.reduce((sum, cache) => sum + cache.valueBytes, 0)

const nominalBits = ({ name, blockElements, blockBytes }: GgmlType): number =>
  blockElements === 1 ? 8 * blockBytes : Number(/\d+/.exec(name)?.[0] ?? 0)
