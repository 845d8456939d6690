import type { ToolDefinition } from '../messages'
import type { TypeOfArgument } from './reader'

/** What each tool's JSON Schema says about its arguments. Schemas with several types say nothing. */
export const typesOf =
  (tools: readonly ToolDefinition[]): ((tool: string) => TypeOfArgument) =>
  (tool) =>
  (argument) => {
    const properties = tools.find(({ name }) => name === tool)?.parameters.properties
    const schema: unknown = isObject(properties) && Object.hasOwn(properties, argument) ? properties[argument] : undefined
    const type = isObject(schema) ? schema.type : undefined
    if (typeof type !== 'string') return 'unknown'
    return type === 'string' ? 'string' : 'other'
  }

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null
