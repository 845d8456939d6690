import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { failureOf } from '../../../core/contract/errors/coded-error'
import type { ImportCandidate } from '../../../core/contract/models/library'
import type { ModelFile } from '../../../core/contract/models/models'
import { onDisk } from '../files/file-failures'
import { filesOf } from '../files/remove-model'
import { isSameContent } from '../files/same-content'
import { checkModelFile } from '../header/check-model-file'
import { findModels } from '../scan/find-models'

/** In folders, skips files that are not models. Throws file and GGUF errors. */
export async function lookAt(paths: readonly string[], known: readonly ModelFile[]): Promise<ImportCandidate[]> {
  const found: ImportCandidate[] = []
  for (const path of paths) {
    const isFolder = (await onDisk(path, () => stat(path))).isDirectory()
    if (!isFolder) found.push(await candidateAt(path, known))
    else
      for await (const file of findModels(path)) {
        const candidate = await candidateAt(file.path, known).catch((error: unknown) => {
          if (!failureOf(error)) throw error
        })
        if (candidate) found.push(candidate)
      }
  }
  return found
}

async function candidateAt(path: string, known: readonly ModelFile[]): Promise<ImportCandidate> {
  const { facts, sizeBytes, parts } = await checkModelFile(path)
  const name = facts.name ?? basename(path)
  return { path, name, sizeBytes, parts, sameAs: (await sameAmong({ path, sizeBytes, parts }, known))?.id ?? null }
}

export async function sameAmong(
  model: Pick<ModelFile, 'path' | 'sizeBytes' | 'parts'>,
  known: readonly ModelFile[],
): Promise<ModelFile | undefined> {
  for (const other of known) {
    if (other.missing || other.sizeBytes !== model.sizeBytes || other.parts !== model.parts) continue
    if (other.path === model.path || (await haveSameContent(filesOf(model), filesOf(other)))) return other
  }
  return undefined
}

async function haveSameContent(ours: readonly string[], theirs: readonly string[]): Promise<boolean> {
  for (const [index, path] of ours.entries()) {
    const other = theirs[index]
    if (other === undefined || !(await isSameContent(path, other).catch(() => false))) return false
  }
  return true
}
