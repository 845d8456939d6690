import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { writeGgufHeader } from '../../../core/gguf/testing/write-gguf'
import { ModelLibrary } from '../../../main/library/scan/model-library'
import { scanLibrary } from '../../../main/library/scan/scan-library'
import { openStore } from '../../../main/store/store'
import type { Rounds } from '../../engine/rounds'
import { amount, type Row, ratioOf } from '../../engine/row'
import { resources, workFolder } from '../../paths'
import { planOf } from '../../random-model'
import { timedTool } from '../run-tool'

const models = 1000
const shape = {
  name: 'scanned',
  layers: 32,
  width: 4096,
  feedForward: 14_336,
  heads: 32,
  kvHeads: 8,
  vocabulary: 32_000,
  contextTokens: 131_072,
}

export async function scanRows(rounds: Rounds): Promise<Row[]> {
  mkdirSync(workFolder, { recursive: true })
  const folder = mkdtempSync(join(workFolder, 'scan-'))
  const library = join(folder, 'models')
  try {
    const headerBytes = writeModels(library)
    const measured: { first: number; again: number }[] = []
    const plain = await rounds.play('scan', {
      round: async () => {
        measured.push(await scanTwice(library, folder))
      },
      read: async () => readAll(library, headerBytes),
      find: async () => 1000 * (await timedTool('find', [library, '-name', '*.gguf', '-printf', '%s %T@ %p\\n'])),
    })
    const row = (what: string, ours: readonly number[], theirs: readonly number[], note: string | null): Row => ({
      what,
      ours: amount(ours, 'ms'),
      theirs: amount(theirs, 'ms'),
      ratio: ratioOf(ours, theirs),
      aim: null,
      note,
    })
    return [
      row(
        `scan of ${models} new models, against reading their headers`,
        measured.map(({ first }) => first),
        plain.map(({ read }) => read),
        `Headers of ${(headerBytes / 1000).toFixed(0)} kB with ${shape.vocabulary} tokens, in the page cache. The scan reads and checks each model, plans its memory and stores it.`,
      ),
      row(
        'the same folder again, against find',
        measured.map(({ again }) => again),
        plain.map(({ find }) => find),
        null,
      ),
    ]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Writes sparse files that have only a header. Returns the size of one header. */
function writeModels(folder: string): number {
  let headerBytes = 0
  for (let index = 0; index < models; index++) {
    const { bytes, fileBytes } = header(index)
    const ownerFolder = join(folder, `owner-${Math.floor(index / 10)}`)
    mkdirSync(ownerFolder, { recursive: true })
    const path = join(ownerFolder, `model-${index}.gguf`)
    writeFileSync(path, bytes)
    truncateSync(path, fileBytes)
    headerBytes = bytes.length
  }
  return headerBytes
}

const plan = planOf(shape, 'q8_0')
function header(index: number): { readonly bytes: Uint8Array; readonly fileBytes: number } {
  const name = `Model ${String(index).padStart(4, '0')}`
  return writeGgufHeader({
    ...plan,
    metadata: plan.metadata.map((entry) => (entry[0] === 'general.name' ? ['general.name', 'str', name] : entry)),
  })
}

async function scanTwice(folder: string, dataParent: string): Promise<{ first: number; again: number }> {
  const dataFolder = mkdtempSync(join(dataParent, 'data-'))
  const store = openStore(dataFolder, 'desktop')
  const library = new ModelLibrary(store.database, resources.embeddedModelPath)
  const scan = async (): Promise<number> => {
    const startedMs = performance.now()
    const onRefused = (path: string) => {
      throw new Error(`Expected a model in ${path}`)
    }
    await scanLibrary(library, [{ path: folder, origin: 'folder' }], { onFile: () => {}, onRefused }, new AbortController().signal)
    return performance.now() - startedMs
  }
  const first = await scan()
  const again = await scan()
  const found = library.stamps().size
  store.close()
  rmSync(dataFolder, { recursive: true })
  if (found !== models) throw new Error(`Expected ${models} models, got ${found}`)
  return { first, again }
}

async function readAll(folder: string, headerBytes: number): Promise<number> {
  const buffer = Buffer.allocUnsafe(headerBytes)
  const startedMs = performance.now()
  for (const owner of await readdir(folder))
    for (const name of await readdir(join(folder, owner))) {
      const file = await open(join(folder, owner, name))
      await file.read(buffer, 0, headerBytes, 0)
      await file.close()
    }
  return performance.now() - startedMs
}
