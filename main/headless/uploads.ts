import { randomUUID } from 'node:crypto'
import { createWriteStream, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { coded, failureOf } from '../../core/contract/errors/coded-error'
import type { ModelFile } from '../../core/contract/models/models'
import { safeFileName } from '../../core/text/safe-file-name'
import { asDiskFull, assertRoom } from '../files/disk-space'
import { checkModelFile } from '../library/header/check-model-file'
import { sameAmong } from '../library/import/look-at'
import type { ModelLibrary } from '../library/scan/model-library'

const unfinished = '.unfinished'
const longestNameCharacters = 10_000
const nameCharacters = 200

export class Uploads {
  private readonly folder: string

  constructor(
    dataFolder: string,
    private readonly library: ModelLibrary,
  ) {
    this.folder = join(dataFolder, 'models')
    try {
      mkdirSync(this.folder, { recursive: true })
      // Interrupted uploads cannot be resumed. Folders with this suffix are not Headroom's.
      for (const entry of readdirSync(this.folder, { withFileTypes: true }))
        if (entry.name.endsWith(unfinished) && !entry.isDirectory()) rmSync(join(this.folder, entry.name))
    } catch (error) {
      throw coded('store-failed', { path: this.folder, reason: { kind: 'system', quoted: (error as Error).message } })
    }
  }

  /**
   * Returns the library's model if it has the same bytes. Deletes the received file if it throws `upload-refused`, `not-enough-disk`,
   * `disk-full`, file errors or GGUF errors.
   */
  async receive(request: IncomingMessage, name: string): Promise<ModelFile> {
    const stem = stemOf(name)
    if (stem === undefined) throw coded('upload-refused', { name: name.slice(0, 200), reason: { kind: 'name-not-gguf' } })
    const fileName = `${stem}.gguf`
    const bytes = Number(request.headers['content-length'] ?? 0)
    await assertRoom(this.folder, bytes, (facts) => coded('not-enough-disk', { path: fileName, ...facts }))
    const part = join(this.folder, randomUUID() + unfinished)
    const file = createWriteStream(part, { flags: 'wx' })
    try {
      await pipeline(request, magicFirst(fileName), file)
      const { sizeBytes, parts } = await checkModelFile(part).catch((error: unknown) => {
        throw renamed(error, part, fileName)
      })
      const same = await sameAmong({ path: part, sizeBytes, parts }, await this.library.list())
      if (same) {
        rmSync(part)
        return same
      }
      const path = this.freeName(stem)
      renameSync(part, path)
      return await this.library.open(path, 'uploaded')
    } catch (error) {
      if (!file.closed) await new Promise<void>((resolve) => file.once('close', () => resolve()))
      rmSync(part, { force: true })
      throw asDiskFull(error, this.folder)
    }
  }

  private freeName(stem: string): string {
    for (let copy = 1; ; copy++) {
      const path = join(this.folder, copy === 1 ? `${stem}.gguf` : `${stem} (${copy}).gguf`)
      if (!existsSync(path)) return path
    }
  }
}

function stemOf(name: string): string | undefined {
  const file = name.slice(-longestNameCharacters).trimEnd()
  if (!/\.gguf$/i.test(file)) return undefined
  return safeFileName(file.slice(0, -'.gguf'.length).split(/[/\\]/).at(-1) ?? '', 'model', nameCharacters)
}

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

function renamed(error: unknown, part: string, fileName: string): unknown {
  const failure = failureOf(error)
  if (!failure) return error
  if (failure.code === 'split-part-missing' || failure.code === 'split-not-first')
    return coded('upload-refused', {
      name: fileName,
      reason: { kind: 'split-model', parts: failure.facts.parts },
    })
  return 'path' in failure.facts && failure.facts.path === part ? coded(failure.code, { ...failure.facts, path: fileName } as never) : error
}
