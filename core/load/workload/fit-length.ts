export interface FittedText {
  readonly text: string
  readonly tokens: number
}

const mostTries = 8

/** The text whose length comes closest to `target`. `textOf` gets a number of words. */
export async function fitLength(
  target: number,
  tokensPerWord: number,
  textOf: (words: number) => string,
  tokensIn: (text: string) => Promise<number>,
): Promise<FittedText> {
  let words = Math.max(1, Math.round(target / tokensPerWord))
  let best: FittedText | undefined
  const tried = new Set<number>()
  while (tried.size < mostTries && !tried.has(words)) {
    tried.add(words)
    const text = textOf(words)
    const tokens = await tokensIn(text)
    if (!best || Math.abs(tokens - target) < Math.abs(best.tokens - target)) best = { text, tokens }
    if (tokens === target) break
    words = Math.max(1, words + Math.trunc((target - tokens) / tokensPerWord) || words + Math.sign(target - tokens))
  }
  return best as FittedText
}
