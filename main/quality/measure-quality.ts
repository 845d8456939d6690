/** Both servers predict the next token at the same positions of the same text, and their distributions are compared. */
import { topKScore } from '../../core/compare/statistics/top-k-divergence'
import type { ScoredPosition } from '../../core/compare/statistics/top-k-quality'
import { leastWindows, type TextWindow, textWindows } from '../../core/compare/text-windows'
import { coded } from '../../core/contract/errors/coded-error'
import type { TokenizedText } from '../../core/remote/forced/tokenize'
import type { ForcedList } from '../../core/remote/forced/top-list'
import type { ForcedServer } from './forced-lists'

export interface QualityText {
  readonly text: string
  readonly windowTokens: number
  /** In all windows together. */
  readonly positions: number
  readonly topK: number
}

export interface ScoredWindow {
  readonly window: TextWindow
  readonly scores: readonly ScoredPosition[]
}

export interface QualityTools {
  readonly signal: AbortSignal
  readonly onWindow: (scored: ScoredWindow, of: number) => void
}

/** Throws `server-tokens-differ`, `compare-text-too-short` and the errors of servers. */
export async function measureQuality(
  reference: ForcedServer,
  other: ForcedServer,
  wanted: QualityText,
  { signal, onWindow }: QualityTools,
): Promise<void> {
  const windows = await windowsOf(reference, other, wanted, signal)
  for (const window of windows) {
    const lists = await reference.listsIn(window, wanted.topK, signal)
    const others = await other.listsIn(window, wanted.topK, signal)
    onWindow({ window, scores: lists.map((list, at) => scoreOf(list, others[at] as ForcedList)) }, windows.length)
  }
}

const scoreOf = (reference: ForcedList, other: ForcedList): ScoredPosition => ({
  ...topKScore(reference.top, other.top),
  referenceNll: nllOf(reference),
  nll: nllOf(other),
})

const nllOf = ({ actual }: ForcedList): number | null => (actual === null ? null : -actual)

async function windowsOf(
  reference: ForcedServer,
  other: ForcedServer,
  { text, windowTokens, positions }: QualityText,
  signal: AbortSignal,
): Promise<TextWindow[]> {
  const plain = { addSpecial: false, withPieces: true }
  const own = await reference.tokenize(text, plain, signal)
  const theirs = await other.tokenize(text, plain, signal)
  assertSame(reference, own, other, theirs)
  const whole = (at: number) =>
    [[reference, own] as const, [other, theirs] as const].every(([{ dialect }, { isWhole }]) => !dialect.needsWholeTokens || isWhole[at])
  const windows = textWindows(own.tokens, {
    windowTokens,
    positions,
    first: beginningOf(own.tokens, (await reference.tokenize(text, { addSpecial: true }, signal)).tokens),
    isTarget: (_token, at) => whole(at) === true,
  })
  if (windows.length === 0) throw coded('compare-text-too-short', { tokens: own.tokens.length, neededTokens: leastWindows * windowTokens })
  return windows
}

function assertSame(reference: ForcedServer, own: TokenizedText, other: ForcedServer, theirs: TokenizedText): void {
  const length = Math.max(own.tokens.length, theirs.tokens.length)
  for (let at = 0; at < length; at++)
    if (own.tokens[at] !== theirs.tokens[at])
      throw coded('server-tokens-differ', { url: other.url, referenceUrl: reference.url, token: at + 1 })
}

/** The tokens that begin a text, such as BOS. */
function beginningOf(text: readonly number[], withSpecial: readonly number[]): readonly number[] {
  for (let count = 0; count <= withSpecial.length - text.length; count++)
    if (text.every((token, at) => withSpecial[count + at] === token)) return withSpecial.slice(0, count)
  return []
}
