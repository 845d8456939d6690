/** Requests with the same key get the same recorded answer, whatever sampling or reporting they ask for. */
export function requestKey(method: string, path: string, body: unknown): string {
  return [method, path, ...(body === undefined ? [] : [JSON.stringify(isChat(body) ? chatKey(body) : body)])].join(' ')
}

type Fields = Readonly<Record<string, unknown>>

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value)
const isChat = (body: unknown): body is Fields & { messages: readonly unknown[] } => isFields(body) && Array.isArray(body.messages)

const chatKey = (body: Fields & { messages: readonly unknown[] }) => ({
  model: body.model,
  streams: body.stream ?? null,
  messages: body.messages.map(messageKey),
  tools: Array.isArray(body.tools) ? body.tools.map(toolName) : [],
  hasSchema: isFields(body.format) || isFields(body.response_format),
  thinks: thinks(body),
})

const messageKey = (message: unknown) =>
  isFields(message) ? [message.role, textOfContent(message.content), callNames(message.tool_calls)] : message

/** OpenAI allows a text or a list of parts. */
const textOfContent = (content: unknown): unknown =>
  Array.isArray(content) ? content.map((part) => (isFields(part) ? (part.text ?? '') : '')).join('') : (content ?? '')

const callNames = (calls: unknown): unknown[] => (Array.isArray(calls) ? calls.map(toolName) : [])

const toolName = (tool: unknown): unknown => (isFields(tool) && isFields(tool.function) ? tool.function.name : null)

function thinks(body: Fields): boolean {
  const template = isFields(body.chat_template_kwargs) ? body.chat_template_kwargs.enable_thinking : undefined
  return (template ?? body.think ?? false) !== false
}
