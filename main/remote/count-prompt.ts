import { openAiBody } from '../../core/remote/chat/openai-body'
import { plainRequest } from '../../core/remote/chat/plain-request'
import { countOf, fieldsOf, listOf, textOf } from '../../core/remote/json-fields'
import type { ServerAddress, ServerKind } from '../../core/remote/server-facts'
import type { RemoteMessage, RemoteTool } from '../../core/remote/stream-events'
import type { Network } from '../library/network/network'
import { askJson } from './ask-json'
import { questionLimits } from './read-json'
import { tokenizer } from './tokenize'

export interface CountedPrompt {
  readonly model: string
  readonly messages: readonly RemoteMessage[]
  readonly tools: readonly RemoteTool[]
}

/**
 * The tokens of a prompt with its tools, in the server's chat template. null if the server does not count them. Sources:
 * `post_apply_template` in llama.cpp's tools/server/server-context.cpp (v0.4.0); `TokenizeChatRequest` in vLLM. SGLang's `/tokenize` takes
 * only a text.
 */
export async function countPrompt(
  network: Network,
  address: ServerAddress,
  kind: ServerKind,
  { model, messages, tools }: CountedPrompt,
  signal: AbortSignal,
): Promise<number | null> {
  const { messages: sent, tools: list } = fieldsOf(openAiBody(kind, { ...plainRequest(model, messages), tools }))
  const prompt = { model, messages: sent, ...(list === undefined ? {} : { tools: list }) }
  const ask = async (path: string, body: object) =>
    fieldsOf((await askJson(network, address, { path, body, model, limits: questionLimits }, signal)).value)
  switch (kind) {
    case 'llama-server': {
      const text = textOf((await ask('/apply-template', prompt)).prompt)
      const tokenize = tokenizer(network, address, kind, model)
      return text === null || !tokenize ? null : (await tokenize(text, { addSpecial: true }, signal)).tokens.length
    }
    case 'vllm': {
      const { count, tokens } = await ask('/tokenize', { ...prompt, add_generation_prompt: true })
      return countOf(count) ?? (listOf(tokens).length || null)
    }
    case 'sglang':
    case 'ollama':
    case 'lm-studio':
    case 'openai':
      return null
  }
}
