/** A tool of the type custom takes a text. A model calls it as a function with one argument, `input`. */
import type { ToolDefinition } from '../../contract/chat/tools'
import type { ResponsesRequest } from './request-schema'

export const customParameters: ToolDefinition['parameters'] = {
  type: 'object',
  properties: { input: { type: 'string' } },
  required: ['input'],
  additionalProperties: false,
}

export const isCustomTool = ({ tools }: Pick<ResponsesRequest, 'tools'>, name: string): boolean =>
  tools?.some((tool) => tool.type === 'custom' && tool.name === name) ?? false

export const argumentsOf = (input: string): string => JSON.stringify({ input })

/** `json` can be cut off, if a limit ended the answer. */
export function inputOf(json: string): string {
  const quoted = /^\s*\{\s*"input"\s*:\s*"((?:[^"\\]|\\u[\da-fA-F]{4}|\\[^u])*)/.exec(json)?.[1] ?? ''
  return JSON.parse(`"${quoted}"`) as string
}
