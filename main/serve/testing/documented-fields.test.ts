import type { MessageCountTokensParams, MessageCreateParamsNonStreaming } from '@anthropic-ai/sdk/resources/messages'
import type { EmbeddingsRequest, EmbedRequest, GenerateRequest, ChatRequest as OllamaChatParams } from 'ollama'
import type { ChatCompletionCreateParamsNonStreaming } from 'openai/resources/chat/completions'
import type { CompletionCreateParamsNonStreaming } from 'openai/resources/completions'
import type { EmbeddingCreateParams } from 'openai/resources/embeddings'
import type { ResponseCreateParamsNonStreaming } from 'openai/resources/responses/responses'
import { expectTypeOf, it } from 'vitest'
import type { z } from 'zod'
import type { CountRequest, MessagesRequest } from '../../../core/serve/anthropic/request-schema'
import type { OllamaEmbed, OllamaOldEmbed } from '../../../core/serve/ollama/embed'
import type { OllamaChat, OllamaGenerate } from '../../../core/serve/ollama/request-schema'
import type { ChatRequest } from '../../../core/serve/openai/chat-schema'
import type { embeddingsRequest } from '../../../core/serve/openai/embeddings'
import type { completionRequest } from '../../../core/serve/openai/read-completion'
import type { ResponsesRequest } from '../../../core/serve/responses/request-schema'

type Unknown<Documented, Known> = Exclude<keyof Documented, keyof Known>

/** TypeScript checks this (`npm test -- types`). */
it('knows each field that the official clients document, to honor it or to refuse it by its name', () => {
  expectTypeOf<Unknown<ChatCompletionCreateParamsNonStreaming, ChatRequest>>().toBeNever()
  expectTypeOf<Unknown<CompletionCreateParamsNonStreaming, z.infer<typeof completionRequest>>>().toBeNever()
  expectTypeOf<Unknown<EmbeddingCreateParams, z.infer<typeof embeddingsRequest>>>().toBeNever()
  expectTypeOf<Unknown<ResponseCreateParamsNonStreaming, ResponsesRequest>>().toBeNever()
  expectTypeOf<Unknown<MessageCreateParamsNonStreaming, MessagesRequest>>().toBeNever()
  expectTypeOf<Unknown<MessageCountTokensParams, CountRequest>>().toBeNever()
  expectTypeOf<Unknown<OllamaChatParams, OllamaChat>>().toBeNever()
  expectTypeOf<Unknown<GenerateRequest, OllamaGenerate>>().toBeNever()
  expectTypeOf<Unknown<EmbedRequest, OllamaEmbed>>().toBeNever()
  expectTypeOf<Unknown<EmbeddingsRequest, OllamaOldEmbed>>().toBeNever()
})
