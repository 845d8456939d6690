import type { LlamaModel, Token } from 'node-llama-cpp'
import type { PromptReader } from '../../process/backend'
import { pieceOf } from '../tokens/token-bytes'
import { assertKnown, type PromptModel, tracePrompt } from './request-prompt'

export const promptReader = (loaded: () => PromptModel, endOfText: (model: LlamaModel) => readonly Token[]): PromptReader => ({
  tokenize(text, addSpecial, parseSpecial) {
    const { model } = loaded()
    const { bos, eos, shouldPrependBosToken, shouldAppendEosToken } = model.tokens
    const tokens = model.tokenize(text, parseSpecial)
    if (!addSpecial) return tokens
    return [...(shouldPrependBosToken && bos !== null ? [bos] : []), ...tokens, ...(shouldAppendEosToken && eos !== null ? [eos] : [])]
  },
  detokenize(tokens) {
    const { model } = loaded()
    assertKnown(model, tokens)
    return { text: model.detokenize(tokens as Token[], true), pieces: tokens.map((token) => pieceOf(model, token as Token)) }
  },
  endTokens: () => endOfText(loaded().model),
  render(request, settings) {
    const { model, renderer } = loaded()
    const traced = tracePrompt({ model, renderer }, request, settings)
    return { text: model.detokenize(traced.tokens, true), tokens: traced.tokens, spans: traced.spans() }
  },
})
