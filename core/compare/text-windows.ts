/** Windows of a text in which some next tokens are predicted. As in llama-perplexity, only the second half of a window is scored. */

export interface TextWindow {
  readonly tokens: readonly number[]
  /** Positions in `tokens`; each token is predicted from those before it. In order. */
  readonly targets: readonly number[]
}

export interface WantedWindows {
  readonly windowTokens: number
  /** In all windows together. */
  readonly positions: number
  /** Replace the first tokens of each window: the token that begins a text, if the model has one. */
  readonly first: readonly number[]
  /** Whether a token can be a target. */
  readonly isTarget: (token: number, at: number) => boolean
}

/** Positions of one window depend on each other, so they are spread over at least this many windows. */
const usualWindows = 16
export const leastWindows = 2

/** Spreads the windows over the text, and the targets over each window. Returns fewer windows for a short text, none for one without two. */
export function textWindows(text: readonly number[], wanted: WantedWindows): TextWindow[] {
  const { windowTokens, positions, first, isTarget } = wanted
  const half = Math.floor(windowTokens / 2)
  const fitting = Math.floor(text.length / windowTokens)
  const windows = Math.min(fitting, Math.max(usualWindows, Math.ceil(positions / (windowTokens - half))), Math.max(leastWindows, positions))
  if (windows < leastWindows) return []
  const targetsBefore = (window: number) => Math.floor((window * positions) / windows)
  return Array.from({ length: windows }, (_, window) => {
    const start = Math.round((window * (text.length - windowTokens)) / (windows - 1))
    const own = text.slice(start, start + windowTokens)
    const possible = own.flatMap((token, at) => (at >= Math.max(half, first.length) && isTarget(token, start + at) ? [at] : []))
    const targets = Math.min(targetsBefore(window + 1) - targetsBefore(window), possible.length)
    return {
      tokens: [...first, ...own.slice(first.length)],
      targets: Array.from({ length: targets }, (_, at) => possible[Math.floor(((at + 0.5) * possible.length) / targets)] as number),
    }
  })
}
