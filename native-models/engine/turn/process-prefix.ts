/** A turn that only processes its prompt, in the background. */
import type { ProcessedPrefix } from '../../../core/contract/chat/turn'
import { prefill } from './prefill'
import { preparePrompt } from './prepare-prompt'
import { isStopped, type Turn } from './turn'

/** A turn that arrives waits for one slice. */
const longestSliceMs = 50
const firstSlice = 32
const leastSlice = 8

/** Follows the measured times, because the cost of a token depends on the model, the processor and the length of the context. */
export class ShortSlices {
  next = firstSlice

  took(tokens: number, ms: number): void {
    const fitting = Math.floor((tokens * longestSliceMs) / Math.max(ms, 1))
    // A short slice says little about a much longer one.
    this.next = Math.max(leastSlice, Math.min(fitting, 2 * tokens))
  }
}

/** The last token is processed with what follows. Throws what `preparePrompt` throws. */
export async function processPrefix(turn: Turn): Promise<ProcessedPrefix> {
  const { sequence } = turn.answers[0]
  const prompt = await preparePrompt(turn)
  await prefill(turn, prompt, new ShortSlices())
  const tokens = sequence.nextTokenIndex
  const isComplete = tokens >= prompt.tokens.length - 1
  if (isComplete && !isStopped(turn)) await turn.contextQueue.run(async () => keepCopy(turn))
  return { tokens, processedTokens: Math.max(0, tokens - prompt.reusedTokens), promptTokens: prompt.tokens.length, isComplete }
}

/** The first conversation that asks continues the sequence. The copy stays. */
async function keepCopy({ store, answers: [{ sequence }], request: { conversationId } }: Turn): Promise<void> {
  const slot = store?.prefixes.slotOf(sequence)
  if (slot) await store?.prefixes.copyOut(slot, conversationId, [])
}
