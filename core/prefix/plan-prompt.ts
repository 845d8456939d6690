/** The ways to get a prompt into a sequence, the cheapest first. */
import { type Holding, reach } from './holding'
import { fetchMs, processMs, type Rates } from './rates'

/** In the order of preference between equal costs. `memory` and `disk` restore a copy. */
export const wayKinds = ['continue', 'copy', 'memory', 'disk', 'process'] as const

export interface Way {
  readonly kind: (typeof wayKinds)[number]
  /** null: everything is processed. */
  readonly holdingId: string | null
  readonly reusedTokens: number
  readonly processedTokens: number
  readonly fetchMs: number
  readonly processMs: number
  readonly ms: number
  /** Tokens of the continued sequence that have to be erased first. */
  readonly erasedTokens: number
}

export interface Asker {
  readonly conversationId: string
  readonly isPrivate: boolean
}

export interface PromptPlan {
  readonly chosen: Way
  /** All ways, the chosen one first. */
  readonly ways: readonly Way[]
  /** Compared with processing everything. */
  readonly savedMs: number
}

export interface Match {
  readonly holding: Holding
  readonly commonTokens: number
}

export function planPrompt(matches: readonly Match[], promptTokens: number, asker: Asker, rates: Rates): PromptPlan {
  // The last token is always processed, because its logits give the first token of the answer.
  const most = promptTokens - 1
  const process: Way = {
    kind: 'process',
    holdingId: null,
    reusedTokens: 0,
    erasedTokens: 0,
    ...costOf(rates, 0, 0, promptTokens),
  }
  const ways = matches.flatMap(({ holding, commonTokens }): Way[] => {
    const reusedTokens = reach(holding, Math.min(commonTokens, most))
    if (reusedTokens === 0) return []
    const way = { holdingId: holding.id, reusedTokens, erasedTokens: 0 }
    const kind = holding.tier === 'cells' ? 'copy' : holding.tier
    const fetched: Way = { kind, ...way, ...costOf(rates, fetchMs(rates, holding), reusedTokens, promptTokens) }
    if (!canContinue(holding, reusedTokens, asker)) return [fetched]
    const erasedTokens = holding.tokens - reusedTokens
    return [{ kind: 'continue', ...way, erasedTokens, ...costOf(rates, 0, reusedTokens, promptTokens) }, fetched]
  })
  ways.push(process)
  ways.sort((a, b) => a.ms - b.ms || a.erasedTokens - b.erasedTokens || wayKinds.indexOf(a.kind) - wayKinds.indexOf(b.kind))
  const [chosen] = ways as [Way]
  return { chosen, ways, savedMs: process.ms - chosen.ms }
}

/**
 * A conversation may erase its own tokens. It continues the sequence of another one only if that keeps everything, so that the other one
 * still finds its prefix. A private conversation continues no sequence of the store, because its text must not enter the store.
 */
function canContinue({ tier, isGrowing, isHeld, isPinned, owner, tokens, usable }: Holding, reusedTokens: number, asker: Asker): boolean {
  if (tier !== 'cells' || isGrowing || isHeld || asker.isPrivate) return false
  if (owner === asker.conversationId && !isPinned) return true
  return reusedTokens === tokens && (usable.cutFrom === 0 || usable.stops.includes(tokens))
}

function costOf(rates: Rates, fetched: number, reusedTokens: number, promptTokens: number) {
  const processing = processMs(rates, reusedTokens, promptTokens)
  return { processedTokens: promptTokens - reusedTokens, fetchMs: fetched, processMs: processing, ms: fetched + processing }
}
