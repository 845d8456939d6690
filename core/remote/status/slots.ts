import { derived, type Figure, none, reported } from '../figure'
import { countOf, type Fields, fieldsOf, flagOf, listOf } from '../json-fields'
import type { SlotStatus } from '../server-facts'
import type { NoPage } from './metrics-page'

interface ReadSlot extends SlotStatus {
  /** 0 for a slot without a task until now, whose cache is empty. null if the server does not say. */
  readonly heldTokens: number | null
}

/** llama-server's `/slots`, one list for each model. Source: `server_slot::to_json` in llama.cpp's tools/server/server-context.cpp. */
export class Slots {
  readonly list: readonly ReadSlot[] | null
  private readonly problem: NoPage | 'unusable' | null
  private readonly models: number

  constructor(answers: readonly unknown[], missing: NoPage | null) {
    this.models = answers.length
    const lists = answers.map(slotsFrom)
    const usable = lists.filter((list) => list !== null)
    this.problem = missing ?? (usable.length === lists.length ? null : 'unusable')
    this.list = this.problem === null ? usable.flat() : null
  }

  /** null for several models: the numbers of their slots are not unique. */
  get shown(): readonly SlotStatus[] | null {
    return this.models === 1 ? (this.list?.map(({ heldTokens, ...slot }) => slot) ?? null) : null
  }

  get usedTokens(): Figure {
    return this.sum(({ heldTokens }) => heldTokens, 'sum-of-slot-tokens')
  }

  get totalTokens(): Figure {
    const [slot, ...others] = this.list ?? []
    if (slot && others.length === 0) return slot.contextTokens === null ? none('not-given') : reported(slot.contextTokens, 'n_ctx')
    return this.sum(({ contextTokens }) => contextTokens, 'context-times-slots')
  }

  get occupancy(): Figure {
    const [used, total] = [this.usedTokens, this.totalTokens]
    if (used.kind === 'none') return used
    if (total.kind === 'none') return total
    return total.value > 0 && used.value <= total.value
      ? derived(used.value / total.value, this.list?.length === 1 ? 'slot-tokens-over-context' : 'slot-tokens-over-slot-cells')
      : none('unusable')
  }

  get running(): Figure {
    if (this.list === null) return none(this.problem ?? 'not-given')
    return reported(this.list.filter(({ isProcessing }) => isProcessing).length, 'is_processing')
  }

  private sum(of: (slot: ReadSlot) => number | null, formula: 'sum-of-slot-tokens' | 'context-times-slots'): Figure {
    if (this.list === null) return none(this.problem ?? 'not-given')
    let sum = 0
    for (const slot of this.list) {
      const value = of(slot)
      if (value === null) return none('not-given')
      sum += value
    }
    return countOf(sum) === null ? none('unusable') : derived(sum, formula)
  }
}

function slotsFrom(answer: unknown): readonly ReadSlot[] | null {
  const read = listOf(answer).map((entry) => slotFrom(fieldsOf(entry)))
  const slots = read.filter((slot) => slot !== null)
  const ids = new Set(slots.map(({ id }) => id))
  return slots.length > 0 && slots.length === read.length && ids.size === slots.length ? slots : null
}

function slotFrom(fields: Fields): ReadSlot | null {
  const id = countOf(fields.id)
  const isProcessing = flagOf(fields.is_processing)
  if (id === null || isProcessing === null) return null
  const next = Array.isArray(fields.next_token) ? listOf(fields.next_token)[0] : fields.next_token
  const promptTokens = countOf(fields.n_prompt_tokens)
  return {
    id,
    isProcessing,
    contextTokens: countOf(fields.n_ctx) || null,
    promptTokens,
    cachedTokens: countOf(fields.n_prompt_tokens_cache),
    decodedTokens: countOf(fieldsOf(next).n_decoded),
    heldTokens: fields.n_prompt_tokens === undefined && fields.id_task === undefined ? 0 : promptTokens,
  }
}
