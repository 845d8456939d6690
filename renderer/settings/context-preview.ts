import type { ModelStatus } from '../../core/contract/app/app-state'
import type { KvSettings } from '../../core/contract/settings/kv-settings'
import { copy } from '../../core/copy/copy'
import { sentenceOf } from '../../core/copy/failures'
import { fittingContextTokens } from '../../core/kv/kv-settings-plan'
import type { CacheShape } from '../../core/kv/shape/cache-shape'
import { type ContextChoice, chooseContext, reserveBytes } from '../../core/plan/choose-context'
import type { PlanMachine } from '../../core/plan/machines/machine'
import { type BlamedField, blamedField } from './blamed-field'

export interface ContextPreview {
  /** null if the file lacks data that a plan needs. */
  readonly choice: ContextChoice | null
  /** Infinity on a GPU, where only llama.cpp knows the free memory. null until measured. */
  readonly freeBytes: number | null
  /** `field` is null if no single field is at fault. */
  readonly problem: { readonly field: BlamedField | null; readonly text: string } | null
}

export function previewContext(
  shape: CacheShape | null,
  settings: KvSettings,
  model: ModelStatus | undefined,
  machine: PlanMachine | undefined,
): ContextPreview {
  const freeBytes = machine ? freeWithout(model, machine) : null
  if (!shape) return { choice: null, freeBytes, problem: null }
  const choice = chooseContext(shape, settings, freeBytes ?? Number.POSITIVE_INFINITY)
  switch (choice.kind) {
    case 'fits':
      return { choice, freeBytes, problem: null }
    case 'refused':
      return {
        choice,
        freeBytes,
        problem: { field: blamedField(shape, settings), text: copy.reasons.settingsRefusal(choice.refusal.reason) },
      }
    case 'too-large': {
      const { what, todo } = sentenceOf({ code: 'context-larger-than-memory', facts: choice.facts })
      return { choice, freeBytes, problem: { field: 'contextTokens', text: `${what} ${todo}` } }
    }
  }
}

/** The current context is freed first, so its bytes count as free. */
function freeWithout(model: ModelStatus | undefined, { ram, vram }: PlanMachine): number {
  if (vram) return Number.POSITIVE_INFINITY
  if (model?.status !== 'ready') return ram.freeBytes
  // The draft model's context is freed, too.
  const draftBytes = model.draft.status === 'ready' ? model.draft.report.contextBytes.ram : 0
  return ram.freeBytes + model.context.contextBytes.ram + draftBytes
}

/** Placeholder of an empty context field. */
export const autoText = (choice: ContextChoice | null): string =>
  choice?.kind === 'fits' ? copy.settings.context.autoTokens(choice.contextTokens) : copy.settings.automatic

export function contextHint(
  shape: CacheShape | null,
  settings: KvSettings,
  { choice, freeBytes }: Pick<ContextPreview, 'choice' | 'freeBytes'>,
): string | undefined {
  if (!shape) return undefined
  const { trainedTokens } = shape
  const text = copy.settings.context
  if (settings.contextTokens === 'auto') {
    if (choice?.kind !== 'fits') return undefined
    if (choice.contextTokens === trainedTokens) return text.asTrained(trainedTokens)
    const wanted = chooseContext(shape, settings, Number.POSITIVE_INFINITY)
    const isShort = wanted.kind === 'fits' && wanted.contextTokens > choice.contextTokens
    return isShort
      ? text.memoryIsShort(choice.contextTokens)
      : text.moreIsPossible(choice.contextTokens, fittingTokens(shape, settings, freeBytes))
  }
  return undefined
}

export function contextWarning(shape: CacheShape | null, { contextTokens }: KvSettings): string | undefined {
  const isLonger = shape && contextTokens !== 'auto' && shape.trainedTokens > 0 && contextTokens > shape.trainedTokens
  return isLonger ? copy.settings.context.longerThanTrained(shape.trainedTokens) : undefined
}

/** At most the trained context. null if the free memory or the trained context is unknown. */
function fittingTokens(shape: CacheShape, settings: KvSettings, freeBytes: number | null): number | null {
  if (freeBytes === null || !Number.isFinite(freeBytes) || shape.trainedTokens === 0) return null
  return fittingContextTokens(shape, settings, Math.max(0, freeBytes - reserveBytes), shape.trainedTokens)
}
