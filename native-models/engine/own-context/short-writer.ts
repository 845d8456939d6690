/** The model writes one line, such as a title, in a context of its own, so the cells of conversations do not change. */
import type { Token } from 'node-llama-cpp'
import { promptSettingsOf } from '../../../core/contract/chat/tools'
import type { PromptMessage } from '../../../core/contract/chat/turn'
import type { ShortText } from '../../../core/contract/engine'
import { coded } from '../../../core/contract/errors/coded-error'
import { defaultSampling } from '../../../core/contract/settings/sampling'
import { BareSequence } from '../compare/bare-sequence'
import { OwnContext, type OwnContextParts } from './own-context'

const mostContextTokens = 1024
const mostTokens = 24
/** A turn waits for one batch at most. */
const batchTokens = 32

export class ShortWriter {
  private readonly own: OwnContext

  constructor(private readonly parts: OwnContextParts) {
    this.own = new OwnContext(parts, 'answers', batchTokens)
  }

  /**
   * If aborted, ends within one batch. Throws `template-failed`, `prompt-too-long`, `settings-refused`, `context-larger-than-memory`,
   * `context-failed`.
   */
  async write(messages: readonly PromptMessage[], signal: AbortSignal): Promise<ShortText> {
    if (signal.aborted) return interrupted
    return this.own.run(undefined, async () => {
      const { loaded, report } = this.parts
      const prompt = loaded.renderer.render(messages, promptSettingsOf({ sampling: { ...defaultSampling, thinking: 'off' } }))
      const contextTokens = Math.min(mostContextTokens, report.contextTokens)
      if (prompt.length + mostTokens > contextTokens) throw coded('prompt-too-long', { promptTokens: prompt.length, contextTokens })
      const sequence = new BareSequence(await this.own.atLeast(contextTokens))
      sequence.forget(0)
      let logit = -1
      for (let from = 0; from < prompt.length; from += batchTokens) {
        if (signal.aborted) return interrupted
        const part = Uint32Array.from(prompt.slice(from, from + batchTokens))
        const [last] = await this.own.batch(sequence, () => sequence.batch(part, from, Uint32Array.of(part.length - 1)))
        logit = last as number
      }
      return this.decode(sequence, logit, prompt.length, signal)
    })
  }

  private async decode(sequence: BareSequence, first: number, promptTokens: number, signal: AbortSignal): Promise<ShortText> {
    const { model, renderer } = this.parts.loaded
    const sampler = sequence.sampler({ temperature: 0 })
    const tokens: Token[] = []
    let text = ''
    let logit = first
    try {
      while (tokens.length < mostTokens) {
        const token = (await sequence.sample(logit, sampler)) as Token
        if (model.isEogToken(token) || renderer.stopTokens.has(token)) return { text, end: 'ended' }
        tokens.push(token)
        // With control tokens, such as those around reasoning.
        text = model.detokenize(tokens, true).trimStart()
        if (text.includes('\n')) return { text, end: 'ended' }
        if (signal.aborted) return interrupted
        const position = promptTokens + tokens.length - 1
        logit = await this.own.batch(sequence, () => sequence.step(token, position))
      }
      return { text, end: 'too-long' }
    } finally {
      sampler.dispose()
    }
  }

  close(): Promise<void> {
    return this.own.close()
  }
}

const interrupted: ShortText = { text: '', end: 'interrupted' }
