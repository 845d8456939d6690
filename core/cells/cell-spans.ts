import type { CellSpan, HeldTokens } from '../contract/cache/cache'
import { type CellContent, cellContents } from '../contract/cache/cell-contents'

/** Appends to `spans`, or extends the last span if it has the same content of the same message. */
export function pushSpan(spans: CellSpan[], { holds, message }: Pick<CellSpan, 'holds' | 'message'>, tokens: number): void {
  if (tokens <= 0) return
  const last = spans.at(-1)
  const from = last?.to ?? 0
  if (last?.holds === holds && last.message === message) spans[spans.length - 1] = { ...last, to: from + tokens }
  else spans.push({ from, to: from + tokens, holds, ...(message === undefined ? {} : { message }) })
}

export const clipSpans = (spans: readonly CellSpan[], from: number, to: number): CellSpan[] =>
  spans.map((span) => ({ ...span, from: Math.max(from, span.from), to: Math.min(to, span.to) })).filter((span) => span.from < span.to)

export function countHeld(spans: readonly CellSpan[]): HeldTokens {
  const held = noTokens()
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
    const holds = mostOf(spans, first, from, to)
    const { message } = spans.slice(first).find((span) => span.holds === holds) ?? {}
    pushSpan(blocks, { holds, ...(message === undefined ? {} : { message }) }, to - from)
  }
  return blocks
}

/** `first` is the index of the span that contains `from`. */
export function mostOf(spans: readonly CellSpan[], first: number, from: number, to: number): CellContent {
  const held = noTokens()
  let most: CellContent = spans[first]?.holds ?? 'template'
  for (let at = first; at < spans.length; at++) {
    const span = spans[at] as CellSpan
    if (span.from >= to) break
    held[span.holds] += Math.min(to, span.to) - Math.max(from, span.from)
  }
  for (const holds of cellContents) if (held[holds] > held[most]) most = holds
  return most
}

export const noTokens = (): Record<CellContent, number> => ({
  system: 0,
  tools: 0,
  user: 0,
  reasoning: 0,
  assistant: 0,
  'tool-call': 0,
  'tool-result': 0,
  template: 0,
})
