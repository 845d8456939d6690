import { rm } from 'node:fs/promises'
import { coded } from '../../../core/contract/errors/coded-error'
import { managingProgram } from '../../../core/contract/models/model-origins'
import type { ModelFile } from '../../../core/contract/models/models'
import { splitFileNames } from '../../../core/gguf/split-names'
import { onDisk } from './file-failures'

/** Without `moveToBin`, deletes the files permanently. Throws `managed-elsewhere` and file errors. */
export async function removeModel(file: ModelFile, moveToBin: ((path: string) => Promise<void>) | undefined): Promise<void> {
  if (file.origin === 'embedded') throw coded('managed-elsewhere', { name: file.name, program: null })
  const program = managingProgram(file.origin)
  if (program !== null) throw coded('managed-elsewhere', { name: file.name, program })
  // The first part is removed last, so that a failed removal can be repeated.
  for (const path of filesOf(file).reverse()) await onDisk(path, () => (moveToBin ? toBin(moveToBin, path) : rm(path)))
}

const toBin = (moveToBin: (path: string) => Promise<void>, path: string): Promise<void> =>
  moveToBin(path).catch((error: unknown) => {
    throw coded('file-unreadable', { path, reason: { kind: 'system', quoted: error instanceof Error ? error.message : String(error) } })
  })

export function filesOf({ path, parts }: Pick<ModelFile, 'path' | 'parts'>): string[] {
  return parts > 1 ? (splitFileNames(path, parts) ?? [path]) : [path]
}
