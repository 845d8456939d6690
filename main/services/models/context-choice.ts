import { coded } from '../../../core/contract/errors/coded-error'
import type { KvSettings } from '../../../core/contract/settings/kv-settings'
import type { Refusal } from '../../../core/kv/cache-plan'
import { planSettings } from '../../../core/kv/kv-settings-plan'
import type { CacheShape } from '../../../core/kv/shape/cache-shape'
import * as plan from '../../../core/plan/choose-context'

export interface ContextChoice {
  readonly contextTokens: number
  readonly predictedBytes: number
}

/** `freeBytes` is measured with the weights loaded. Throws `settings-refused`, `context-larger-than-memory`. */
export function chooseContext(shape: CacheShape, settings: KvSettings, freeBytes: number): ContextChoice {
  const choice = plan.chooseContext(shape, settings, freeBytes)
  if (choice.kind === 'refused') throw refusedBy(choice.refusal)
  if (choice.kind === 'too-large') throw coded('context-larger-than-memory', choice.facts)
  const { contextTokens, predictedBytes } = choice
  return { contextTokens, predictedBytes }
}

/** Throws `settings-refused` if llama.cpp would refuse to create the context, or crash. */
export function assertAccepted(shape: CacheShape, settings: KvSettings): void {
  const { refused } = planSettings(shape, settings)
  if (refused) throw refusedBy(refused)
}

const refusedBy = ({ reason }: Refusal) => coded('settings-refused', { reason })
