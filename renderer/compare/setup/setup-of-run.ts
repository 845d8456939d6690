import { isOnServer } from '../../../core/compare/on-server'
import { testName } from '../../../core/compare/test-name'
import type { CompareRun } from '../../../core/contract/compare/compare-runs'
import type { CompareVariant } from '../../../core/contract/compare/compare-variants'
import { type ComparisonSetup, presetParts } from './comparison-setup'

export function setupOfRun({ id, plan }: Pick<CompareRun, 'id' | 'plan'>): Partial<ComparisonSetup> {
  if (!plan) return {}
  const { speed, latency, quality, passkey, toolCalls, schemas, answers, cacheless } = plan
  const defaults = presetParts('quick', { trainedTokens: 0 })
  return {
    modelId: plan.modelId,
    title: plan.title,
    variants: plan.variants.map(asChosen),
    isOn: {
      speed: speed !== null,
      latency: latency !== null,
      quality: quality !== null,
      passkey: passkey !== null,
      toolCalls: Boolean(toolCalls),
      schemas: Boolean(schemas),
      answers: answers !== null,
      cacheless: cacheless !== null,
    },
    speed: speed
      ? {
          tests: [...new Set(speed.tests.map((test) => testName({ ...test, depth: 0 })))].join(', '),
          depths: [...new Set(speed.tests.map(({ depth }) => depth))].join(', '),
          repetitions: speed.repetitions,
          warmUp: speed.warmUp,
        }
      : defaults.speed,
    latency: latency ? latencyOf(latency) : defaults.latency,
    // The user's text stays with its run.
    ...(quality && { text: quality.text.source === 'own' ? { source: 'run' as const, runId: id, name: quality.text.name } : quality.text }),
    quality: quality
      ? { chunkTokens: quality.chunkTokens, maxChunks: quality.maxChunks, specialTokens: quality.specialTokens ?? false }
      : defaults.quality,
    passkey: passkey ? { ...passkey, depths: passkey.depths.map((share) => Math.round(share * 100)).join(', ') } : defaults.passkey,
    toolCalls: toolCalls ?? defaults.toolCalls,
    schemas: schemas ?? defaults.schemas,
    answers: answers ? { prompts: answers.prompts.join('\n'), maxTokens: answers.maxTokens } : defaults.answers,
    cacheless: cacheless ?? defaults.cacheless,
  }
}

/** A new run asks the server again. */
function asChosen(variant: CompareVariant): CompareVariant {
  if (!isOnServer(variant)) return variant
  const { found: _, ...chosen } = variant
  return chosen
}

const latencyOf = ({ prompt, newWords = 0, outputTokens, turns, limits }: NonNullable<NonNullable<CompareRun['plan']>['latency']>) => ({
  prompt,
  newWords,
  outputTokens,
  turns,
  ...limits,
})
