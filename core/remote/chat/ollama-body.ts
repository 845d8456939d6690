import { fieldsOf } from '../json-fields'
import type { ChatRequest, RemoteMessage } from '../stream-events'
import { openAiTool } from './openai-body'
import { present } from './present'

/** The body of a request to `/api/chat`. Source: `ChatRequest` in Ollama's api/types.go. */
export function ollamaBody(request: ChatRequest): object {
  const { sampling, toolChoice } = request
  const options = present({
    num_ctx: request.contextTokens,
    num_predict: request.maxTokens,
    temperature: sampling.temperature,
    top_p: sampling.topP,
    top_k: sampling.topK,
    min_p: sampling.minP,
    seed: sampling.seed,
    stop: sampling.stop.length > 0 ? sampling.stop : null,
    frequency_penalty: sampling.frequencyPenalty,
    presence_penalty: sampling.presencePenalty,
  })
  // Ollama has no choice of tools.
  const tools = toolChoice === 'none' ? [] : request.tools.filter(({ name }) => typeof toolChoice === 'string' || name === toolChoice.name)
  return present({
    model: request.model,
    messages: request.messages.map(ollamaMessage),
    stream: true,
    // Without these, Ollama drops the beginning of a prompt that is too long, without a word.
    truncate: false,
    shift: false,
    tools: tools.length > 0 ? tools.map(openAiTool) : null,
    format: request.schema,
    think: request.thinking === false ? false : (request.effort ?? request.thinking),
    logprobs: request.topLogprobs > 0 ? true : null,
    top_logprobs: request.topLogprobs > 0 ? request.topLogprobs : null,
    options: Object.keys(options).length > 0 ? options : null,
  })
}

function ollamaMessage(message: RemoteMessage): object {
  switch (message.role) {
    case 'system':
      return { role: 'system', content: message.text }
    case 'user': {
      const { text, images = [] } = message
      return { role: 'user', content: text, ...(images.length > 0 ? { images: images.map(({ base64 }) => base64) } : {}) }
    }
    case 'tool':
      return { role: 'tool', content: message.text, tool_name: message.name, tool_call_id: message.callId }
    case 'assistant':
      return present({
        role: 'assistant',
        content: message.text,
        thinking: message.reasoning,
        tool_calls:
          message.calls.length === 0
            ? null
            : message.calls.map((call, index) => ({
                id: call.id,
                function: { index, name: call.name, arguments: argumentsOf(call.arguments) },
              })),
      })
  }
}

/** Ollama accepts only an object. A text that is not one stays visible in the field `arguments`. */
function argumentsOf(text: string): object {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return fieldsOf(value)
  } catch {}
  return { arguments: text }
}
