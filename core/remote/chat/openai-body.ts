import type { ServerKind } from '../server-facts'
import type { ChatRequest, RemoteMessage, RemoteTool } from '../stream-events'
import { present } from './present'

/** The body of a request to `/v1/chat/completions`. */
export function openAiBody(kind: ServerKind, request: ChatRequest): object {
  const { sampling } = request
  return present({
    model: request.model,
    messages: request.messages.map((message) => openAiMessage(kind, message)),
    stream: true,
    stream_options: {
      include_usage: true,
      ...((kind === 'vllm' || kind === 'sglang') && !request.isQuiet ? { continuous_usage_stats: true } : {}),
    },
    ...toolFields(kind, request),
    max_tokens: request.maxTokens,
    temperature: sampling.temperature,
    top_p: sampling.topP,
    top_k: sampling.topK,
    min_p: sampling.minP,
    seed: sampling.seed,
    stop: sampling.stop.length > 0 ? sampling.stop : null,
    frequency_penalty: sampling.frequencyPenalty,
    presence_penalty: sampling.presencePenalty,
    response_format:
      request.schema === null || request.schema === undefined
        ? null
        : { type: 'json_schema', json_schema: { name: 'answer', strict: true, schema: request.schema } },
    reasoning_effort: request.effort,
    logprobs: request.topLogprobs > 0 ? true : null,
    top_logprobs: request.topLogprobs > 0 ? request.topLogprobs : null,
    ignore_eos: request.ignoreEndOfText && kind !== 'openai' && kind !== 'lm-studio' ? true : null,
    chat_template_kwargs: request.thinking === null || !rendersTemplates(kind) ? null : { enable_thinking: request.thinking },
    ...(kind === 'llama-server' ? { cache_prompt: true } : {}),
    ...(kind === 'llama-server' && !request.isQuiet ? { return_progress: true, timings_per_token: true } : {}),
  })
}

const rendersTemplates = (kind: ServerKind): boolean => kind === 'llama-server' || kind === 'vllm' || kind === 'sglang'

function toolFields(kind: ServerKind, { tools, toolChoice }: ChatRequest): object {
  if (tools.length === 0) return {}
  if (typeof toolChoice === 'string') return { tools: tools.map(openAiTool), tool_choice: toolChoice }
  // llama-server and LM Studio take only a word here, so the tool is the only one that the model sees.
  if (kind === 'llama-server' || kind === 'lm-studio')
    return { tools: tools.filter(({ name }) => name === toolChoice.name).map(openAiTool), tool_choice: 'required' }
  return { tools: tools.map(openAiTool), tool_choice: { type: 'function', function: { name: toolChoice.name } } }
}

/** Ollama takes the same form. */
export const openAiTool = ({ name, description, parameters }: RemoteTool): object => ({
  type: 'function',
  function: { name, description, parameters },
})

function openAiMessage(kind: ServerKind, message: RemoteMessage): object {
  switch (message.role) {
    case 'system':
      return { role: 'system', content: message.text }
    case 'user':
      return { role: 'user', content: userContent(message) }
    case 'tool':
      return { role: 'tool', tool_call_id: message.callId, content: message.text }
    case 'assistant':
      return {
        role: 'assistant',
        content: message.text === '' && message.calls.length > 0 ? null : message.text,
        ...(message.reasoning === null ? {} : reasoningFields(kind, message.reasoning)),
        ...(message.calls.length === 0
          ? {}
          : {
              tool_calls: message.calls.map((call) => ({
                id: call.id,
                type: 'function',
                function: { name: call.name, arguments: call.arguments },
              })),
            }),
      }
  }
}

function userContent({ text, images = [] }: Extract<RemoteMessage, { role: 'user' }>): string | object[] {
  if (images.length === 0) return text
  const urls = images.map(({ mediaType, base64 }) => ({ type: 'image_url', image_url: { url: `data:${mediaType};base64,${base64}` } }))
  return text === '' ? urls : [...urls, { type: 'text', text }]
}

/** vLLM renamed the field. OpenAI's API has none. */
function reasoningFields(kind: ServerKind, reasoning: string): object {
  if (kind === 'openai') return {}
  return { reasoning_content: reasoning, ...(kind === 'vllm' ? { reasoning } : {}) }
}
