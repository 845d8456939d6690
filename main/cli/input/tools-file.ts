import { readFile } from 'node:fs/promises'
import type { ToolDefinition } from '../../../core/contract/chat/tools'
import { coded } from '../../../core/contract/errors/coded-error'
import { toolsIn } from '../../../core/tools/tools-in'
import { asFileFailure } from '../../library/files/file-failures'
import { typedPath } from '../../library/files/typed-path'

/** Throws `tools-invalid` and file errors. */
export async function toolsFrom(file: string): Promise<ToolDefinition[]> {
  const path = typedPath(file)
  const json = await readFile(path, 'utf8').catch((error: unknown) => {
    throw asFileFailure(error, path)
  })
  return toolsIn(parsed(json))
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    throw coded('tools-invalid', { reason: { kind: 'not-json' } })
  }
}
