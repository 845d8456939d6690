import { z } from 'zod'
import { mostTools, type ToolDefinition, toolDefinition } from '../contract/chat/tools'
import { coded } from '../contract/errors/coded-error'

const noParameters = { type: 'object', properties: {} }
const described = z.object({ name: z.string(), description: z.string().nullish() })
const schema = z.record(z.string(), z.json())

const written = z.union([
  /** OpenAI's chat completions. */
  z
    .object({ function: described.extend({ parameters: schema.optional() }) })
    .transform(({ function: of }) => ({ ...of, schema: of.parameters })),
  /** The Model Context Protocol's `tools/list` has `inputSchema`. */
  described
    .extend({ inputSchema: schema.optional(), parameters: schema.optional() })
    .transform(({ inputSchema, parameters, ...of }) => ({ ...of, schema: inputSchema ?? parameters })),
])

/**
 * The tools in a list, as OpenAI or the Model Context Protocol writes it, sorted by name: the order of a list must not change, or the prompt
 * is processed again. Throws `tools-invalid`.
 */
export function toolsIn(value: unknown): ToolDefinition[] {
  const list = Array.isArray(value) ? value : (value as { readonly tools?: unknown } | null)?.tools
  if (!Array.isArray(list)) throw coded('tools-invalid', { reason: { kind: 'not-a-list' } })
  if (list.length > mostTools) throw coded('tools-invalid', { reason: { kind: 'too-many', tools: list.length, mostTools } })
  const tools = list.map(toolFrom).sort(byName)
  const twice = tools.find(({ name }, index) => tools[index + 1]?.name === name)
  if (twice) throw coded('tools-invalid', { reason: { kind: 'name-twice', name: twice.name } })
  return tools
}

function toolFrom(value: unknown, index: number): ToolDefinition {
  const { data } = written.safeParse(value)
  const tool =
    data && toolDefinition.safeParse({ name: data.name, description: data.description ?? '', parameters: data.schema ?? noParameters })
  if (tool?.success) return tool.data
  throw coded('tools-invalid', { reason: { kind: 'tool', number: index + 1, name: data?.name.slice(0, 100) ?? null } })
}

/** By UTF-16 code units, so that the order is the same on every machine. */
export const byName = (left: ToolDefinition, right: ToolDefinition): number =>
  left.name < right.name ? -1 : left.name > right.name ? 1 : 0
