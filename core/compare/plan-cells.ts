/** Cells are ordered by test, then by setting, so that compared figures are measured close in time. */
import type { ComparePart } from '../contract/compare/compare-limits'
import type { CompareCell, ComparePlan } from '../contract/compare/compare-runs'
import type { CompareTask } from '../contract/compare/compare-tasks'
import type { KvSettings } from '../contract/settings/kv-settings'

export const passkeySeed = 1
export const suiteSeed = 1

interface Item {
  readonly part: ComparePart
  readonly variants: readonly KvSettings[]
  readonly item: number
  readonly task: (settings: KvSettings) => CompareTask
}

/** Creates no cells, because those of a large grid would not fit into memory. */
export function countCells({ variants, speed, latency, quality, passkey, toolCalls, schemas, answers, cacheless }: ComparePlan): number {
  const perVariant =
    (speed?.tests.length ?? 0) +
    (latency?.turns ?? 0) +
    (quality ? 1 : 0) +
    (passkey ? 1 : 0) +
    (toolCalls ? 1 : 0) +
    (schemas ? 2 : 0) +
    (answers?.prompts.length ?? 0)
  return variants.length * perVariant + (cacheless ? 1 : 0)
}

export function cellsOf(plan: ComparePlan): CompareCell[] {
  const made = itemsOf(plan).flatMap(({ part, variants, item, task }) =>
    variants.map((settings, variant) => ({ variant, part, item, task: task(settings) })),
  )
  return made.map((cell, index) => waitingCell({ ...cell, index }))
}

export const waitingCell = (cell: Pick<CompareCell, 'index' | 'variant' | 'part' | 'item' | 'task'>): CompareCell => ({
  ...cell,
  state: 'waiting',
  predictedBytes: null,
  result: null,
  failure: null,
})

function itemsOf(plan: ComparePlan): Item[] {
  const { variants, cacheless } = plan
  return [
    ...speedItems(plan),
    ...latencyItems(plan),
    ...qualityItems(plan),
    ...suiteItems(plan),
    ...answerItems(plan),
    ...(cacheless ? [{ part: 'cacheless', variants: variants.slice(0, 1), item: 0, task: cachelessTask(cacheless) } satisfies Item] : []),
  ]
}

const cachelessTask =
  (wanted: NonNullable<ComparePlan['cacheless']>) =>
  (settings: KvSettings): CompareTask => ({ kind: 'cacheless', settings, ...wanted })

function speedItems({ variants, speed }: ComparePlan): Item[] {
  if (!speed) return []
  const { tests, repetitions, warmUp } = speed
  return tests.map((test, item) => ({
    part: 'speed',
    variants,
    item,
    task: (settings) => ({ kind: 'speed', settings, test, repetitions, warmUp }),
  }))
}

function latencyItems({ variants, latency }: ComparePlan): Item[] {
  if (!latency) return []
  const { prompt, outputTokens } = latency
  return Array.from({ length: latency.turns }, (_, item) => ({
    part: 'latency',
    variants,
    item,
    task: (settings) => ({ kind: 'answer', settings, prompt, maxTokens: outputTokens, ignoreEndOfText: true }),
  }))
}

function qualityItems({ variants, quality, passkey }: ComparePlan): Item[] {
  const [reference] = variants
  const items: Item[] = []
  if (quality && reference)
    items.push({
      part: 'quality',
      variants,
      item: 0,
      task: (settings) => ({
        kind: 'quality',
        reference,
        settings,
        text: '',
        chunkTokens: quality.chunkTokens,
        maxChunks: quality.maxChunks,
        ...(quality.specialTokens ? { specialTokens: true } : {}),
      }),
    })
  if (passkey)
    items.push({ part: 'passkey', variants, item: 0, task: (settings) => ({ kind: 'passkey', settings, ...passkey, seed: passkeySeed }) })
  return items
}

function suiteItems({ variants, toolCalls, schemas }: ComparePlan): Item[] {
  const seed = suiteSeed
  const items: Item[] = []
  if (toolCalls)
    items.push({ part: 'toolCalls', variants, item: 0, task: (settings) => ({ kind: 'tool-calls', settings, ...toolCalls, seed }) })
  if (schemas)
    for (const [item, withGrammar] of [false, true].entries())
      items.push({ part: 'schemas', variants, item, task: (settings) => ({ kind: 'schemas', settings, ...schemas, seed, withGrammar }) })
  return items
}

function answerItems({ variants, answers }: ComparePlan): Item[] {
  if (!answers) return []
  const { prompts, maxTokens } = answers
  return prompts.map((prompt, item) => ({
    part: 'answers',
    variants,
    item,
    task: (settings) => ({ kind: 'answer', settings, prompt, maxTokens, ignoreEndOfText: false }),
  }))
}
