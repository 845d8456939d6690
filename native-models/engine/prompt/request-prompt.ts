/** The prompt of a request: what the chat template makes of its messages, or its own text or tokens. */
import type { LlamaModel, Token } from 'node-llama-cpp'
import { type PromptSettings, promptSettingsOf } from '../../../core/contract/chat/tools'
import type { RawPrompt, TurnRequest } from '../../../core/contract/chat/turn'
import { coded } from '../../../core/contract/errors/coded-error'
import type { PromptRenderer } from './render-prompt'
import { type PromptTrace, traceSegments } from './trace-segments'

export interface PromptModel {
  readonly model: LlamaModel
  readonly renderer: PromptRenderer
}

type Request = Pick<TurnRequest, 'messages' | 'sampling' | 'tools' | 'raw'>

/** Throws `template-failed`, `tools-refused`, `token-unknown`. */
export const traceRequest = (loaded: PromptModel, request: Request): PromptTrace => tracePrompt(loaded, request, promptSettingsOf(request))

export const tracePrompt = (
  { model, renderer }: PromptModel,
  { messages, raw }: Pick<Request, 'messages' | 'raw'>,
  settings: PromptSettings,
): PromptTrace => (raw ? rawTrace(model, raw) : renderer.trace(messages, settings))

function rawTrace(model: LlamaModel, raw: RawPrompt): PromptTrace {
  if ('text' in raw) return traceSegments(model, [{ text: raw.text, isTemplate: true, holds: 'user', message: 1 }])
  assertKnown(model, raw.tokens)
  return { tokens: raw.tokens as Token[], spans: () => [{ from: 0, to: raw.tokens.length, holds: 'user', message: 1 }] }
}

/** Throws `token-unknown`. llama.cpp would read beyond its tables. */
export function assertKnown(model: LlamaModel, tokens: readonly number[]): void {
  const vocabularyTokens = model.fileInfo.metadata.tokenizer?.ggml.tokens.length ?? 0
  const token = tokens.find((one) => one >= vocabularyTokens)
  if (token !== undefined) throw coded('token-unknown', { token, vocabularyTokens })
}
