/** A chat API that knows the answers of Compare's suite, and gives some wrong ones. */
import { schemaPrompts } from '../../../core/compare/suite/schema-prompts'
import { toolPrompts } from '../../../core/compare/suite/tool-prompts'
import { events, lines, type Reply, status } from '../../remote/testing/lying-server'

interface Asked {
  readonly messages: readonly { readonly role: string; readonly content: string }[]
  readonly tools?: readonly { readonly function: { readonly name: string } }[]
  readonly response_format?: unknown
  readonly max_tokens: number
}

export interface ChatFaults {
  /** Of every this many answers, the first is wrong. 0: none. */
  readonly wrongOfEvery?: number
  /** Requests (from 0) that are refused with status 500. */
  readonly isRefused?: (request: number) => boolean
  readonly hasReasoning?: boolean
}

export const askedFor = (body: string): Asked => JSON.parse(body) as Asked

export function madeChat({ wrongOfEvery = 0, isRefused = () => false, hasReasoning = false }: ChatFaults = {}): Reply {
  let requests = 0
  return (response, request) => {
    const at = requests++
    if (isRefused(at)) return status(500, { error: { message: 'out of memory' } })(response, request)
    const asked = askedFor(request.body)
    const isWrong = wrongOfEvery > 0 && at % wrongOfEvery === 0
    return events(...chunks(asked, isWrong, hasReasoning), '[DONE]')(response, request)
  }
}

export const madeOllamaChat = (): Reply => (response, request) => {
  const content = contentFor(askedFor(request.body).messages.at(-1)?.content ?? '')
  return lines({ message: { content }, done: false }, { message: { content: '' }, done: true, done_reason: 'stop' })(response, request)
}

const chunk = (delta: object, finish: string | null = null) => ({ choices: [{ index: 0, delta, finish_reason: finish }] })

function chunks(asked: Asked, isWrong: boolean, hasReasoning: boolean): object[] {
  const thought = hasReasoning ? [chunk({ reasoning_content: 'Hm.' })] : []
  const prompt = asked.messages.at(-1)?.content ?? ''
  const call = toolPrompts.find(({ text }) => text === prompt)
  if (call && asked.tools) {
    const pieces = (JSON.stringify(call.arguments) + (isWrong ? '}' : '')).match(/.{1,7}/g) ?? []
    return [
      ...thought,
      chunk({ tool_calls: [{ index: 0, id: 'c1', function: { name: call.tool, arguments: '' } }] }),
      ...pieces.map((piece) => chunk({ tool_calls: [{ index: 0, function: { arguments: piece } }] })),
      chunk({}, 'tool_calls'),
    ]
  }
  return [...thought, chunk({ content: isWrong ? 'I do not know.' : contentFor(prompt) }), chunk({}, 'stop')]
}

function contentFor(prompt: string): string {
  const schema = schemaPrompts.find(({ text }) => text === prompt)
  if (schema) return JSON.stringify(schema.expected)
  return /The code of the \w+ \w+ is (\d{4})\./.exec(prompt)?.[0] ?? 'Yes.'
}
