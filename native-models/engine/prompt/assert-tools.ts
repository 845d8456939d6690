import type { ToolDefinition } from '../../../core/contract/chat/tools'
import { coded } from '../../../core/contract/errors/coded-error'

/** The texts of tools must not contain control tokens, because they cannot be distinguished from the template's own text. Throws `tools-refused`. */
export function assertTools(tools: readonly ToolDefinition[], takesTools: boolean, isUnsafe: (text: string) => boolean): void {
  if (tools.length === 0) return
  if (!takesTools) throw coded('tools-refused', { reason: { kind: 'template-without-tools' } })
  const unsafe = tools.find((tool) => textsIn(tool).some(isUnsafe))
  if (unsafe) throw coded('tools-refused', { reason: { kind: 'control-token', tool: unsafe.name } })
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => [key, ...textsIn(inner)])
}
