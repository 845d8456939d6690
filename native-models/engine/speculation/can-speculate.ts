import { coded } from '../../../core/contract/errors/coded-error'
import type { SamplingSettings } from '../../../core/contract/settings/sampling'
import type { ContextInMemory } from '../context/create-context'
import type { ModelInMemory } from '../llama/load-model'

/** Throws `speculation-refused`. */
export function assertCanSpeculate({ model }: ModelInMemory, { internals }: ContextInMemory, { speculation }: SamplingSettings): void {
  if (speculation === 'off') return
  const { isRecurrent, isHybrid } = model.fileInsights
  if (isRecurrent || isHybrid) throw coded('speculation-refused', { reason: 'recurrent-state' })
  if (!internals) throw coded('speculation-refused', { reason: 'other-bindings' })
}
