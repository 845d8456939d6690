/** A model knows a tool of a namespace as `namespace__tool`. Codex groups the tools for its agents in a namespace. */
import { mostTools, type ToolDefinition, toolDefinition } from '../../contract/chat/tools'
import { fieldRefused, refuseSameNames } from '../refusal'
import { customParameters } from './custom-tools'
import type { ResponsesRequest } from './request-schema'

/** The name that the model knows. */
export const joinedName = ({ name, namespace }: { readonly name: string; readonly namespace?: string | null | undefined }): string =>
  namespace ? `${namespace}__${name}` : name

/** Throws `api-field-refused`. */
export function toolsOf({ tools }: Pick<ResponsesRequest, 'tools'>): ToolDefinition[] {
  const all = (tools ?? []).flatMap((tool, index) => (tool.type === 'namespace' ? toolsIn(tool, index) : [definitionOf(tool, tool.name)]))
  if (all.length > mostTools) throw fieldRefused('tools', { kind: 'zod', quoted: `Headroom takes up to ${mostTools} tools` })
  const fields = (tools ?? []).flatMap((tool, index) =>
    tool.type === 'namespace' ? tool.tools.map((_, at) => `tools[${index}].tools[${at}].name`) : [`tools[${index}].name`],
  )
  refuseSameNames(
    all.map(({ name }) => name),
    (index) => fields[index] as string,
  )
  return all
}

type Tool = NonNullable<ResponsesRequest['tools']>[number]

const toolsIn = ({ name: namespace, tools }: Extract<Tool, { type: 'namespace' }>, index: number): ToolDefinition[] =>
  tools.map((inner, at) => {
    const name = joinedName({ namespace, name: inner.name })
    if (!toolDefinition.shape.name.safeParse(name).success)
      throw fieldRefused(`tools[${index}].tools[${at}].name`, {
        kind: 'zod',
        quoted: 'With its namespace, the name has more than 128 characters',
      })
    return definitionOf(inner, name)
  })

const definitionOf = (tool: Exclude<Tool, { type: 'namespace' }>, name: string): ToolDefinition => ({
  name,
  description: tool.description ?? '',
  parameters: tool.type === 'custom' ? customParameters : (tool.parameters ?? { type: 'object', properties: {} }),
})

/** The name and the namespace that the client knows. */
export function clientNameOf({ tools }: Pick<ResponsesRequest, 'tools'>, joined: string): { name: string; namespace?: string } {
  for (const tool of tools ?? [])
    if (tool.type === 'namespace')
      for (const { name } of tool.tools) if (joinedName({ namespace: tool.name, name }) === joined) return { name, namespace: tool.name }
  return { name: joined }
}
