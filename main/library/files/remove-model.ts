/** Deletes a model from the disk: all its files, and nothing else. */
import { rm } from 'node:fs/promises'
import { coded } from '../../../core/contract/errors/coded-error'
import { managingProgram } from '../../../core/contract/models/model-origins'
import type { ModelFile } from '../../../core/contract/models/models'
import { splitFileNames } from '../../../core/gguf/split-names'
import { onDisk } from './part-file'

/** `moveToBin`: the desktop's; without one the files are gone for good. Throws `managed-elsewhere`, `model-in-use` and the coded errors of files. */
export async function removeModel(file: ModelFile, moveToBin: ((path: string) => Promise<void>) | undefined): Promise<void> {
  if (file.origin === 'embedded') throw coded('managed-elsewhere', { name: file.name, program: 'Headroom itself' })
  const program = managingProgram(file.origin)
  if (program !== null) throw coded('managed-elsewhere', { name: file.name, program })
  // The first part last: without the others it is no model, without itself the others are nobody's.
  for (const path of filesOf(file).reverse()) await onDisk(path, () => (moveToBin ? toBin(moveToBin, path) : rm(path)))
}

/** A bin says in words of its own why it does not take something. */
const toBin = (moveToBin: (path: string) => Promise<void>, path: string): Promise<void> =>
  moveToBin(path).catch((error: unknown) => {
    throw coded('file-unreadable', { path, reason: error instanceof Error ? error.message : String(error) })
  })

/** The model's own files, from the first part on. */
export function filesOf({ path, parts }: Pick<ModelFile, 'path' | 'parts'>): string[] {
  return parts > 1 ? (splitFileNames(path, parts) ?? [path]) : [path]
}
