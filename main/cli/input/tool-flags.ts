import type { ToolDefinition } from '../../../core/contract/chat/tools'
import { coded } from '../../../core/contract/errors/coded-error'
import type { SamplingSettings } from '../../../core/contract/settings/sampling'
import { toolChoices } from '../../../core/contract/settings/setting-ranges'
import { toolsIn } from '../../../core/tools/tools-in'
import { type Flags, type FlagTypes, text, UsageError } from './flags'
import { textInFile } from './text-file'

export const toolFlags = {
  tools: 'string',
  'tool-choice': 'string',
  'no-parallel-calls': 'boolean',
  'free-calls': 'boolean',
} as const satisfies FlagTypes

/** Contains only the settings whose flags were given. Does not validate them. */
export function toolChoiceFrom(flags: Flags): Partial<SamplingSettings> {
  const choice = text(flags, 'tool-choice')
  const unusedFlag = text(flags, 'tools') === undefined && Object.keys(toolFlags).find((flag) => flags[flag] !== undefined)
  if (unusedFlag) throw new UsageError(`--${unusedFlag} needs --tools FILE`)
  return {
    ...(choice === undefined ? {} : { toolChoice: toolChoices.find((mode) => mode === choice) ?? { tool: choice } }),
    ...(flags['no-parallel-calls'] === true ? { parallelCalls: false } : {}),
    ...(flags['free-calls'] === true ? { bindCalls: false } : {}),
  }
}

const largestBytes = 8 * 2 ** 20

/** Throws `tools-invalid`, `file-too-large` and file errors. */
export async function toolsFrom(flags: Flags): Promise<ToolDefinition[]> {
  const file = text(flags, 'tools')
  return file === undefined ? [] : toolsIn(parsed(await textInFile(file, largestBytes)))
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    throw coded('tools-invalid', { reason: { kind: 'not-json' } })
  }
}
