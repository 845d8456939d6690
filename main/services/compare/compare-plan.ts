import os from 'node:os'
import { isOnServer } from '../../../core/compare/on-server'
import { cellsOf, countCells } from '../../../core/compare/plan-cells'
import { tokensNeeded } from '../../../core/compare/tokens-needed'
import { mostCells } from '../../../core/contract/compare/compare-limits'
import type { CompareCell, ComparedModel, ComparePlan, CompareText, PlanCheck } from '../../../core/contract/compare/compare-runs'
import { coded, failureOf } from '../../../core/contract/errors/coded-error'
import { vocabularyTokens } from '../../../core/gguf/describe-model'
import { cacheShapeOf } from '../../../core/kv/cache-shape-of'
import { planSettings } from '../../../core/kv/kv-settings-plan'
import type { CacheShape } from '../../../core/kv/shape/cache-shape'
import { fileNameOf } from '../../../core/text/file-path'
import { type CheckedModel, checkModelFile } from '../../library/header/check-model-file'
import { modelHash } from '../../sessions/model-hash'
import { assertAccepted } from '../models/context-choice'
import { assertText, type CompareTexts } from './compare-texts'

export interface ModelToCompare {
  readonly id: string
  readonly name: string
  readonly path: string
}

export interface CompareSubject {
  readonly path: string
  readonly model: ComparedModel
  readonly shape: CacheShape
  readonly layers: number
  readonly fingerprint: () => Promise<string>
}

export async function subjectOf({ id, name, path }: ModelToCompare): Promise<CompareSubject> {
  const { header, facts, paths } = await checkModelFile(path)
  if (facts.weightBytes > os.totalmem())
    throw coded('model-larger-than-memory', { path, neededBytes: facts.weightBytes, memoryBytes: os.totalmem() })
  return {
    path,
    model: comparedModel(id, name, path, { header, facts }),
    shape: cacheShapeOf(header),
    layers: facts.layers,
    fingerprint: () => modelHash(paths.map((part) => ({ path: part, headerBytes: header.dataOffset }))),
  }
}

const comparedModel = (
  id: string,
  name: string,
  path: string,
  { header, facts }: Pick<CheckedModel, 'header' | 'facts'>,
): ComparedModel => ({
  id,
  name,
  fileName: fileNameOf(path),
  architecture: facts.architecture,
  description: `${facts.architecture} ${facts.weightType}`,
  sizeBytes: facts.weightBytes,
  parameters: facts.parameters,
  vocabularyTokens: vocabularyTokens(header) ?? 0,
})

/** `shape`: null if all settings are on servers. Throws `compare-plan-refused`. */
export function checkPlan(plan: ComparePlan, shape: CacheShape | null): PlanCheck {
  const cells = countCells(plan)
  if (cells === 0) throw coded('compare-plan-refused', { reason: { kind: 'measures-nothing' } })
  if (cells > mostCells)
    throw coded('compare-plan-refused', {
      reason: { kind: 'too-many-cells', cells, mostCells },
    })
  return { cells, refused: refusedVariants(plan, shape) }
}

/**
 * Marks cells with refused settings as failed. Throws the errors of `checkPlan`, and `compare-plan-refused` if no other cells remain or the
 * reference of a quality test is refused.
 */
export function plannedCells(plan: ComparePlan, shape: CacheShape | null): CompareCell[] {
  const { refused } = checkPlan(plan, shape)
  const failures = new Map(refused.map(({ variant, failure }) => [variant, failure]))
  const [, first] = [...failures].at(0) ?? []
  if (first && failures.size === plan.variants.length)
    throw coded('compare-plan-refused', { reason: { kind: 'no-variant-works', failure: first } })
  const ofReference = failures.get(0)
  if (ofReference && plan.quality)
    throw coded('compare-plan-refused', {
      reason: { kind: 'reference-refused', failure: ofReference },
    })
  return cellsOf(plan).map((cell) => {
    const failure = failures.get(cell.variant)
    return failure ? { ...cell, state: 'failed', failure } : { ...cell, predictedBytes: predictedBytes(cell, shape) }
  })
}

function refusedVariants({ variants }: ComparePlan, shape: CacheShape | null): PlanCheck['refused'] {
  return variants.flatMap((settings, variant) => {
    if (!shape || isOnServer(settings)) return []
    try {
      assertAccepted(shape, settings)
      return []
    } catch (error) {
      const failure = failureOf(error)
      if (!failure) throw error
      return [{ variant, failure }]
    }
  })
}

function predictedBytes({ task }: CompareCell, shape: CacheShape | null): number | null {
  const tokens = tokensNeeded(task)
  if (tokens === null || !shape || task.kind === 'server') return null
  const { refused, totalCacheBytes } = planSettings(shape, { ...task.settings, sequences: 1 }, tokens)
  return refused ? null : totalCacheBytes
}

/** Returns '' if the plan has no quality test. Throws `compare-plan-refused`, `compare-run-not-found`. */
export function textOf(wanted: CompareText | undefined, texts: CompareTexts, ownText: (runId: string) => string | null): string {
  if (!wanted) return ''
  const text = readText(wanted, texts, ownText)
  assertText(text, wanted.name)
  return text
}

function readText(wanted: CompareText, texts: CompareTexts, ownText: (runId: string) => string | null): string {
  switch (wanted.source) {
    case 'bundled':
      return texts.read(wanted.name)
    case 'own':
      return wanted.text
    case 'run':
      return ownText(wanted.runId) ?? ''
  }
}
