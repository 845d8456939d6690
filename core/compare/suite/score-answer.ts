import type { TurnUpdate } from '../../contract/chat/turn'
import type { CalledTool, JsonAnswer, ToolAnswer } from '../../contract/compare/compare-tasks'
import type { SchemaPrompt } from './schema-prompts'
import { isValid } from './suite-schema'
import type { ToolPrompt } from './tool-prompts'

export function scoreCall({ text, tool, arguments: expected }: ToolPrompt, call: CalledTool | null): ToolAnswer {
  const rightTool = call?.name === tool
  const given = call ? parsed(call.arguments) : undefined
  return {
    prompt: text,
    call: call && { name: call.name, arguments: given ? JSON.stringify(sorted(given.value)) : call.arguments },
    rightTool,
    rightArguments: rightTool && given !== undefined && isSame(given.value, expected),
  }
}

export function firstCall({ parts }: Pick<TurnUpdate, 'parts'>): CalledTool | null {
  const call = parts?.find((part) => part.type === 'tool-call')
  return call ? { name: call.name, arguments: call.arguments } : null
}

/** `hasEnded`: the model ended the answer itself. */
export function scoreJson({ text, schema, expected }: SchemaPrompt, answer: string, hasEnded: boolean): JsonAnswer {
  const given = hasEnded ? parsed(withoutFence(answer)) : undefined
  const valid = given !== undefined && isValid(schema, given.value)
  return { prompt: text, complete: given !== undefined, valid, right: valid && isSame(given.value, expected) }
}

/** Many models put JSON into a Markdown fence. */
const withoutFence = (answer: string): string => /^```(?:json)?\s*\n([\s\S]*?)\n?```$/.exec(answer.trim())?.[1] ?? answer

function parsed(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return undefined
  }
}

const isSame = (given: unknown, expected: unknown): boolean =>
  JSON.stringify(relaxed(sorted(given))) === JSON.stringify(relaxed(sorted(expected)))

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(entries.map(([key, inner]) => [key, sorted(inner)]))
}

/** A city is the same city in lower case, and a message the same message with a full stop. */
function relaxed(value: unknown): unknown {
  if (typeof value === 'string') return value.trim().replace(/[.!]$/, '').toLowerCase()
  if (Array.isArray(value)) return value.map(relaxed)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, relaxed(inner)]))
}
