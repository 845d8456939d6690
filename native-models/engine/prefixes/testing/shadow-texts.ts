/**
 * What each turn sent, so that its sequence can be compared with it. It knows nothing of the store: a prompt is rendered and tokenized as in
 * an empty engine. Texts are compared, because an answer in a sequence keeps the tokens that were sampled.
 */
import type { LlamaModel, Token } from 'node-llama-cpp'

interface Sent {
  readonly conversationId: string
  readonly prompt: string
}

const canaries = /qx\d{5}q/g
const canariesOf = (text: string): string[] => [...text.matchAll(canaries)].map(([found]) => found)

/** A word that no other message has. */
export const canary = (number: number): string => `qx${String(number).padStart(5, '0')}q`

export class ShadowTexts {
  private readonly sent = new Map<string, Sent>()
  private readonly known = new Map<string, Set<string>>()

  constructor(private readonly model: LlamaModel) {}

  turn(turnId: string, conversationId: string, prompt: readonly Token[]): void {
    const text = this.textOf(prompt)
    this.sent.set(turnId, { conversationId, prompt: text })
    this.mayHold(conversationId, text)
  }

  /** The conversation restored the file of another one. Until its next turn begins, its sequence has the other one's text. */
  restored(conversationId: string, tokens: readonly Token[]): void {
    this.mayHold(conversationId, this.textOf(tokens))
  }

  /** Throws if the tokens are not the prompt of the turn and its answer, or the beginning of the prompt. */
  check(turnId: string, tokens: readonly Token[]): void {
    const sent = this.sent.get(turnId)
    if (!sent) throw new Error(`Expected a turn that was sent, got ${turnId}`)
    const text = this.textOf(tokens)
    const { prompt } = sent
    const length = Math.min(text.length, prompt.length)
    const at = [...Array(length).keys()].find((index) => text[index] !== prompt[index])
    if (at === undefined) return
    const around = (whole: string) => JSON.stringify(whole.slice(Math.max(0, at - 40), at + 20))
    throw new Error(`A foreign token in the sequence of turn ${turnId}: it sent ${around(prompt)}, and the sequence has ${around(text)}`)
  }

  /** Throws if a conversation has a canary that it did not send. An edit keeps its own earlier messages until the next turn. */
  checkOwner(conversationId: string, tokens: readonly Token[]): void {
    const own = this.known.get(conversationId)
    const foreign = canariesOf(this.textOf(tokens)).filter((found) => !own?.has(found))
    if (foreign.length > 0) throw new Error(`A foreign text in the sequence of ${conversationId}: ${foreign}`)
  }

  mayHold(conversationId: string, text: string): void {
    this.known.set(conversationId, new Set([...(this.known.get(conversationId) ?? []), ...canariesOf(text)]))
  }

  private textOf = (tokens: readonly Token[]): string => this.model.detokenize(tokens, true)
}
