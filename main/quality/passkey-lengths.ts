import { passkeySamples, sentencesFor } from '../../core/compare/passkey-prompt'
import type { Calibration } from '../../core/load/workload/calibration'
import type { CountTokens } from '../load/token-counter'

/** How many sentences a passkey prompt of this length has, in the tokens of the server. `count`: null unless its tokenizer calibrated it. */
export async function passkeySentences(
  promptTokens: number,
  seed: number,
  { tokensPerWord, templateTokens }: Calibration,
  count: CountTokens | null,
  signal: AbortSignal,
): Promise<number> {
  const tokensIn = async (text: string) => {
    const own = count ? await count(text, signal) : Math.round((text.match(/\S+/g)?.length ?? 0) * tokensPerWord)
    return own + (templateTokens ?? 0)
  }
  const [bare, long] = passkeySamples(seed)
  return sentencesFor(promptTokens, await tokensIn(bare), await tokensIn(long))
}
