import { existsSync } from 'node:fs'
import { failureOf } from '../../../core/contract/errors/coded-error'
import type { Failure } from '../../../core/contract/errors/errors'
import type { ModelOrigin } from '../../../core/contract/models/model-origins'
import { checkModelFile } from '../header/check-model-file'
import { describeFile, modelIdOf } from '../header/describe-file'
import { type FoundFile, findModels, stampOf } from './find-models'
import { findOllamaModels } from './find-ollama-models'
import type { ModelLibrary, StampedModel } from './model-library'

export interface ScannedFolder {
  readonly path: string
  readonly origin: ModelOrigin
}

export interface ScanReport {
  readonly onFile: () => void
  readonly onRefused: (path: string, failure: Failure) => void
}

const readAtOnce = 4
/** Each commit waits for the disk. */
const writtenAtOnce = 64

/** If aborted, removes no models of folders that have not been scanned completely. */
export async function scanLibrary(
  library: ModelLibrary,
  folders: readonly ScannedFolder[],
  report: ScanReport,
  signal: AbortSignal,
): Promise<void> {
  const stamps = library.stamps()
  const writer = new Writer(library)
  for (const folder of folders) await scanFolder(library, folder, stamps, writer, report, signal)
  await renewOpened(library, stamps, writer, report, signal)
  if (!signal.aborted) writer.flush()
}

async function scanFolder(
  library: ModelLibrary,
  folder: ScannedFolder,
  stamps: ReadonlyMap<string, string>,
  writer: Writer,
  report: ScanReport,
  signal: AbortSignal,
): Promise<void> {
  // The drive may be disconnected.
  if (!existsSync(folder.path)) return
  const present = new Set<string>()
  const reading = new Set<Promise<void>>()
  const find = folder.origin === 'ollama' ? findOllamaModels : findModels
  for await (const found of find(folder.path, signal)) {
    report.onFile()
    const id = modelIdOf(found.path)
    if (signal.aborted) break
    if (stamps.get(id) === found.stamp) {
      present.add(id)
      continue
    }
    const one = read(found, folder, writer, report).then((isModel) => {
      if (isModel) present.add(id)
      reading.delete(one)
    })
    one.catch(() => {})
    reading.add(one)
    if (reading.size === readAtOnce) await Promise.race(reading)
  }
  await Promise.all(reading)
  if (!signal.aborted) library.keepInFolder(folder.path, present)
}

async function renewOpened(
  library: ModelLibrary,
  stamps: ReadonlyMap<string, string>,
  writer: Writer,
  report: ScanReport,
  signal: AbortSignal,
): Promise<void> {
  for (const file of library.renewable()) {
    if (signal.aborted) return
    if (file.missing || writer.has(file.id)) continue
    const stamp = await stampOf(file.path)
    if (stamp === undefined || (stamps.get(file.id) === stamp && file.cost)) continue
    await read({ path: file.path, stamp, name: file.name }, { path: null, origin: file.origin }, writer, report)
  }
}

async function read(
  { path, stamp, name }: FoundFile,
  folder: { readonly path: string | null; readonly origin: ModelOrigin },
  writer: Writer,
  report: ScanReport,
): Promise<boolean> {
  try {
    const file = describeFile({ id: modelIdOf(path), path, origin: folder.origin, name }, await checkModelFile(path))
    writer.add({ file, stamp, folder: folder.path })
    return true
  } catch (error) {
    const failure = failureOf(error)
    if (!failure) throw error
    report.onRefused(path, failure)
    return false
  }
}

class Writer {
  private waiting: StampedModel[] = []
  private readonly ids = new Set<string>()

  constructor(private readonly library: ModelLibrary) {}

  has(id: string): boolean {
    return this.ids.has(id)
  }
  add(model: StampedModel): void {
    this.waiting.push(model)
    this.ids.add(model.file.id)
    if (this.waiting.length >= writtenAtOnce) this.flush()
  }
  flush(): void {
    const models = this.waiting
    this.waiting = []
    if (models.length > 0) this.library.remember(models)
  }
}
