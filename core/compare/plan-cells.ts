/** Cells are ordered by test, then by setting, so that compared figures are measured close in time. */
import type { ComparePart } from '../contract/compare/compare-limits'
import type { CompareCell, ComparePlan } from '../contract/compare/compare-runs'
import type { CompareTask, LocalTask, ServerAsk } from '../contract/compare/compare-tasks'
import type { KvSettings } from '../contract/settings/kv-settings'
import { fillerText } from '../load/workload/filler'
import { isOnServer, localSettings, localVariants } from './on-server'
import { estimatedSentences } from './passkey-prompt'

export const passkeySeed = 1
export const suiteSeed = 1

interface Item {
  readonly part: ComparePart
  readonly item: number
}
/** Also measured on a server. */
interface Asked extends Item {
  readonly ask: ServerAsk
}
/** null for a setting without this task. */
interface Local extends Item {
  readonly task: (settings: KvSettings, variant: number) => LocalTask | null
}

/** Creates no cells, because those of a large grid would not fit into memory. */
export function countCells({ variants, speed, latency, quality, passkey, toolCalls, schemas, answers, cacheless }: ComparePlan): number {
  const asked = (latency?.turns ?? 0) + (passkey ? 1 : 0) + (toolCalls ? 1 : 0) + (schemas ? 2 : 0) + (answers?.prompts.length ?? 0)
  const local = (speed?.tests.length ?? 0) + (quality && localSettings(variants[0]) ? 1 : 0)
  const locals = localVariants(variants).length
  return variants.length * asked + locals * local + (cacheless && locals > 0 ? 1 : 0)
}

export function cellsOf(plan: ComparePlan): CompareCell[] {
  const made = itemsOf(plan).flatMap(({ part, item, ...wanted }) =>
    plan.variants.flatMap((settings, variant) => {
      const task = 'ask' in wanted ? askTask(wanted.ask, settings) : isOnServer(settings) ? null : wanted.task(settings, variant)
      return task ? [{ variant, part, item, task }] : []
    }),
  )
  return made.map((cell, index) => waitingCell({ ...cell, index }))
}

const askTask = (ask: ServerAsk, settings: ComparePlan['variants'][number]): CompareTask =>
  isOnServer(settings) ? { kind: 'server', server: settings, ask } : { ...ask, settings }

export const waitingCell = (cell: Pick<CompareCell, 'index' | 'variant' | 'part' | 'item' | 'task'>): CompareCell => ({
  ...cell,
  state: 'waiting',
  predictedBytes: null,
  result: null,
  failure: null,
})

const itemsOf = (plan: ComparePlan): (Asked | Local)[] => [
  ...speedItems(plan),
  ...latencyItems(plan),
  ...qualityItems(plan),
  ...passkeyItems(plan),
  ...suiteItems(plan),
  ...answerItems(plan),
  ...cachelessItems(plan),
]

function cachelessItems({ variants, cacheless }: ComparePlan): Local[] {
  if (!cacheless) return []
  const only = variants.findIndex((variant) => !isOnServer(variant))
  return [
    { part: 'cacheless', item: 0, task: (settings, variant) => (variant === only ? { kind: 'cacheless', settings, ...cacheless } : null) },
  ]
}

function speedItems({ speed }: ComparePlan): Local[] {
  if (!speed) return []
  const { tests, repetitions, warmUp } = speed
  return tests.map((test, item) => ({
    part: 'speed',
    item,
    task: (settings) => ({ kind: 'speed', settings, test, repetitions, warmUp }),
  }))
}

function latencyItems({ latency }: ComparePlan): Asked[] {
  if (!latency) return []
  const { prompt, outputTokens: maxTokens, newWords = 0, seed = 0 } = latency
  return Array.from({ length: latency.turns }, (_, item) => {
    const before = newWords > 0 ? `${fillerText(newWords, 0, { shared: 0, own: seed + item })}\n\n` : ''
    return { part: 'latency', item, ask: { kind: 'answer', prompt: `${before}${prompt}`, maxTokens, ignoreEndOfText: true } }
  })
}

/** The reference and the setting read the text in lockstep, which only the engine can do. */
function qualityItems({ variants, quality }: ComparePlan): Local[] {
  const reference = localSettings(variants[0])
  if (!quality || !reference) return []
  const { chunkTokens, maxChunks, specialTokens } = quality
  return [
    {
      part: 'quality',
      item: 0,
      task: (settings) => ({
        kind: 'quality',
        reference,
        settings,
        text: '',
        chunkTokens,
        maxChunks,
        ...(specialTokens ? { specialTokens: true } : {}),
      }),
    },
  ]
}

function passkeyItems({ variants, passkey }: ComparePlan): Asked[] {
  if (!passkey) return []
  const same = variants.some(isOnServer) ? { sentences: estimatedSentences(passkey.promptTokens) } : {}
  return [{ part: 'passkey', item: 0, ask: { kind: 'passkey', ...passkey, ...same, seed: passkeySeed } }]
}

function suiteItems({ toolCalls, schemas }: ComparePlan): Asked[] {
  const seed = suiteSeed
  return [
    ...(toolCalls ? [{ part: 'toolCalls', item: 0, ask: { kind: 'tool-calls', ...toolCalls, seed } } satisfies Asked] : []),
    ...(schemas
      ? [false, true].map(
          (withGrammar, item): Asked => ({ part: 'schemas', item, ask: { kind: 'schemas', ...schemas, seed, withGrammar } }),
        )
      : []),
  ]
}

function answerItems({ answers }: ComparePlan): Asked[] {
  if (!answers) return []
  const { prompts, maxTokens } = answers
  return prompts.map((prompt, item) => ({ part: 'answers', item, ask: { kind: 'answer', prompt, maxTokens, ignoreEndOfText: false } }))
}
