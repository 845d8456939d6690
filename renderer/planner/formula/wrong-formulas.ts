/**
 * The formulas of other calculators, each with one mistake. Omits mistakes that have no effect on this model. Source: node-llama-cpp's
 * first estimator, those of gguf-parser-go, Jan, TextGen and hwLedger, and common explanations.
 */
import type { Mistake } from '../../../core/copy/copy'
import { type GgmlType, ggmlType } from '../../../core/gguf/ggml-types'
import type { CachePlan, PlannedLayer } from '../../../core/kv/cache-plan'
import { planCache } from '../../../core/kv/plan-cache'
import type { PlanSubject } from '../../../core/plan/plan-subject'
import { layerRows } from '../layers/layer-rows'
import { billSettings, type PlannerSettings } from '../plan/planner-settings'

export interface WrongFormula {
  readonly mistake: Mistake
  readonly bytes: number
  /** The wrong result divided by the correct one. 0 if the formula counts nothing. */
  readonly factor: number
}

/** Relative error. Formulas that are closer than this are not shown. */
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
/** Includes the scales of the element's block. */
const elementBytes = ({ blockBytes, blockElements }: GgmlType): number => blockBytes / blockElements

/** Mistakes in the width of a row, with correct cells, layers, indexers and states. */
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
        mistake: { id: 'latent-decompressed', heads },
        bytes: widths(heads * latent.keyDim, heads * latent.valueDim),
      },
      {
        mistake: { id: 'latent-with-values' },
        bytes: plan.totalCacheBytes + widths(0, valueDim) - rest,
      },
      {
        mistake: { id: 'latent-once', layers: attending.length },
        bytes: rest + held / attending.length,
      },
    ]
  // With different numbers of heads per layer, one number for all would be a second mistake.
  const isEven =
    new Set(attending.map(({ kind, cells, kBytes }) => `${kind} ${kBytes / cells}`)).size ===
    new Set(attending.map(({ kind }) => kind)).size
  return [
    ...(isEven
      ? [
          {
            mistake: { id: 'query-heads', heads, kvHeads } as const,
            bytes: rest + (held * heads) / kvHeads,
          },
        ]
      : []),
    {
      mistake: { id: 'model-width', elements: embeddingDim },
      bytes: widths(embeddingDim, embeddingDim),
    },
    { mistake: { id: 'values-forgotten' }, bytes: plan.totalCacheBytes - valueBytes(plan) },
  ]
}

/** Mistakes about what each layer stores. */
function ofLayers({ shape, attention }: PlanSubject, plan: CachePlan, settings: PlannerSettings): Guess[] {
  const guesses: Guess[] = []
  const kinds = new Set(plan.caches.map(({ kind }) => kind))
  if (kinds.has('sliding') && !settings.swaFullCache)
    guesses.push({
      mistake: { id: 'windows-forgotten' },
      bytes: planCache(shape, billSettings(shape, { ...settings, swaFullCache: true })).totalCacheBytes,
    })
  if (plan.recurrentBytes > 0)
    guesses.push({
      mistake: { id: 'state-forgotten' },
      bytes: plan.kvBytes,
    })
  const rows = layerRows(plan)
  const owners = rows.filter(({ keyBytes }) => keyBytes > 0)
  if (owners.length > 0 && kinds.has('recurrent') && owners.length < rows.length)
    guesses.push({
      mistake: { id: 'recurrent-as-attention', layers: rows.length, attending: owners.length },
      bytes: (plan.kvBytes / owners.length) * rows.length,
    })
  const idle = rows.filter(({ bytes }) => bytes === 0).length
  if (owners.length > 0 && idle > 0 && !kinds.has('recurrent'))
    guesses.push({
      mistake: { id: 'shared-layers', layers: idle },
      bytes: (plan.kvBytes / owners.length) * rows.length,
    })
  const experts = attention?.experts ?? 0
  if (experts > 1)
    guesses.push({
      mistake: { id: 'experts', experts },
      bytes: plan.totalCacheBytes * experts,
    })
  return guesses
}

/** Mistakes in the size of an element or the number of sequences. */
function ofBytes(plan: CachePlan, { keyType, valueType, sequences }: PlannerSettings): Guess[] {
  const values = valueBytes(plan)
  const keys = plan.kvBytes - values
  const scaled = (of: (type: GgmlType) => number) => keys * of(ggmlType(keyType)) + values * of(ggmlType(valueType)) + plan.recurrentBytes
  const guesses: Guess[] = [
    {
      mistake: { id: 'scales-forgotten' },
      bytes: Math.round(scaled((type) => nominalBits(type) / (8 * elementBytes(type)))),
    },
    {
      mistake: { id: 'block-for-element' },
      bytes: scaled(({ blockElements }) => blockElements),
    },
  ]
  if (sequences > 1)
    guesses.push({
      mistake: { id: 'one-sequence', sequences },
      bytes: plan.totalCacheBytes / sequences,
    })
  return guesses
}

const valueBytes = ({ caches }: CachePlan): number => caches.reduce((sum, cache) => sum + cache.valueBytes, 0)

const nominalBits = ({ name, blockElements, blockBytes }: GgmlType): number =>
  blockElements === 1 ? 8 * blockBytes : Number(/\d+/.exec(name)?.[0] ?? 0)
