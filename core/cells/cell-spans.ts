import type { CellContent, CellSpan, HeldTokens } from '../contract/cache/cache'

/** Appends to `spans`, or extends the last span if it has the same content. */
export function pushSpan(spans: CellSpan[], holds: CellContent, tokens: number): void {
  if (tokens <= 0) return
  const last = spans.at(-1)
  const from = last?.to ?? 0
  if (last?.holds === holds) spans[spans.length - 1] = { ...last, to: from + tokens }
  else spans.push({ from, to: from + tokens, holds })
}

export const clipSpans = (spans: readonly CellSpan[], from: number, to: number): CellSpan[] =>
  spans.map((span) => ({ ...span, from: Math.max(from, span.from), to: Math.min(to, span.to) })).filter((span) => span.from < span.to)

export function countHeld(spans: readonly CellSpan[]): HeldTokens {
  const held = { system: 0, user: 0, assistant: 0, template: 0 }
  for (const { from, to, holds } of spans) held[holds] += to - from
  return held
}

export interface CoarseSpans {
  readonly spans: CellSpan[]
  readonly blockTokens: number
}

/** Returns at most `limit` spans, in blocks of the smallest power of two that allows this. */
export function coarsenSpans(spans: readonly CellSpan[], limit: number): CoarseSpans {
  let coarse: CoarseSpans = { spans: [...spans], blockTokens: 1 }
  while (coarse.spans.length > limit) {
    const blockTokens = coarse.blockTokens * 2
    coarse = { spans: blocksOf(spans, blockTokens), blockTokens }
  }
  return coarse
}

function blocksOf(spans: readonly CellSpan[], blockTokens: number): CellSpan[] {
  const blocks: CellSpan[] = []
  const end = spans.at(-1)?.to ?? 0
  let first = 0
  for (let from = 0; from < end; from += blockTokens) {
    const to = Math.min(end, from + blockTokens)
    while ((spans[first]?.to ?? end) <= from) first++
    pushSpan(blocks, mostOf(spans, first, from, to), to - from)
  }
  return blocks
}

/** `first` is the index of the span that contains `from`. */
export function mostOf(spans: readonly CellSpan[], first: number, from: number, to: number): CellContent {
  const held = { system: 0, user: 0, assistant: 0, template: 0 }
  let most: CellContent = spans[first]?.holds ?? 'template'
  for (let at = first; at < spans.length; at++) {
    const span = spans[at] as CellSpan
    if (span.from >= to) break
    held[span.holds] += Math.min(to, span.to) - Math.max(from, span.from)
  }
  for (const holds of Object.keys(held) as CellContent[]) if (held[holds] > held[most]) most = holds
  return most
}
