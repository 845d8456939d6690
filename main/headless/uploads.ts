/**
 * A model dropped into the browser: a page cannot name a path, so the bytes come over.
 * They go into a file of their own and become a model only when all have come and the file was checked.
 */
import { randomUUID } from 'node:crypto'
import { createWriteStream, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { basename, join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { coded, failureOf } from '../../core/contract/coded-error'
import type { ModelFile } from '../../core/contract/models'
import { checkModelFile } from '../library/check-model-file'
import { sameAmong } from '../library/import/look-at'
import type { ModelLibrary } from '../library/model-library'

const spareBytes = 64 * 2 ** 20
const unfinished = '.unfinished'

export class Uploads {
  private readonly folder: string

  constructor(
    dataFolder: string,
    private readonly library: ModelLibrary,
  ) {
    this.folder = join(dataFolder, 'models')
    mkdirSync(this.folder, { recursive: true })
    // What an earlier run did not finish is no model and never will be.
    for (const name of readdirSync(this.folder)) if (name.endsWith(unfinished)) rmSync(join(this.folder, name))
  }

  /** The model of the list that has the same bytes, where there is one. Throws `upload-refused`, `disk-full` and the coded errors of files; nothing is left behind then. */
  async receive(request: IncomingMessage, name: string): Promise<ModelFile> {
    const fileName = shortened(basename(name.replaceAll('\\', '/')).trim())
    if (!/\.gguf$/i.test(fileName))
      throw coded('upload-refused', { name: fileName.slice(0, 200), reason: 'its name does not end in .gguf' })
    await this.assertRoom(Number(request.headers['content-length'] ?? 0))
    const part = join(this.folder, randomUUID() + unfinished)
    try {
      await pipeline(request, magicFirst(fileName), createWriteStream(part, { flags: 'wx' }))
      const { sizeBytes, parts } = await checkModelFile(part).catch((error: unknown) => {
        throw renamed(error, part, fileName)
      })
      const same = await sameAmong({ path: part, sizeBytes, parts }, await this.library.list())
      if (same) {
        rmSync(part)
        return same
      }
      const path = this.freeName(fileName)
      renameSync(part, path)
      return await this.library.open(path, 'uploaded')
    } catch (error) {
      rmSync(part, { force: true })
      if (error instanceof Error && 'code' in error && error.code === 'ENOSPC') throw coded('disk-full', { path: this.folder })
      throw error
    }
  }

  private async assertRoom(bytes: number): Promise<void> {
    const { bavail, bsize } = await statfs(this.folder)
    if (bytes + spareBytes > bavail * bsize) throw coded('disk-full', { path: this.folder })
  }

  private freeName(fileName: string): string {
    const stem = fileName.slice(0, -'.gguf'.length)
    for (let copy = 1; ; copy++) {
      const path = join(this.folder, copy === 1 ? `${stem}.gguf` : `${stem} (${copy}).gguf`)
      if (!existsSync(path)) return path
    }
  }
}

/** File systems take names of 255 bytes, and a copy's number needs some of them. */
const nameBytes = 240

function shortened(fileName: string): string {
  if (Buffer.byteLength(fileName) <= nameBytes) return fileName
  const ending = fileName.slice(fileName.lastIndexOf('.'))
  const stem = Buffer.from(fileName).subarray(0, Math.max(0, nameBytes - Buffer.byteLength(ending)))
  // A character that was cut in two is left out.
  return stem.toString().replace(/\ufffd$/, '') + ending
}

/** Ends the transfer at once when the first bytes are not a model's: a wrong file of many gigabytes need not arrive. */
function magicFirst(fileName: string): Transform {
  let head: Buffer | undefined = Buffer.alloc(0)
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      if (!head) return done(null, chunk)
      head = Buffer.concat([head, chunk])
      if (head.length < 4) return done()
      const whole = head
      head = undefined
      const magic = whole.toString('latin1', 0, 4)
      if (magic !== 'GGUF') return done(coded('gguf-not-a-model', { path: fileName, magic: magic.replace(/[^\x20-\x7e]/g, '?') }))
      done(null, whole)
    },
    flush(done) {
      if (head) return done(coded('gguf-not-a-model', { path: fileName, magic: head.toString('latin1').replace(/[^\x20-\x7e]/g, '?') }))
      done()
    },
  })
}

/** The user knows the file by its name, not by the one it has while it arrives. */
function renamed(error: unknown, part: string, fileName: string): unknown {
  const failure = failureOf(error)
  if (!failure) return error
  if (failure.code === 'split-part-missing' || failure.code === 'split-not-first')
    return coded('upload-refused', {
      name: fileName,
      reason: `it is one of ${failure.facts.parts} parts of a split model, which have to lie together: open the first one by its path`,
    })
  return 'path' in failure.facts && failure.facts.path === part ? coded(failure.code, { ...failure.facts, path: fileName } as never) : error
}
