/** The first part of a split model is transferred last, because the library ignores the other parts without it. */
import { constants } from 'node:fs'
import { copyFile, type FileHandle, mkdir, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { coded } from '../../../core/contract/errors/coded-error'
import type { DownloadPause } from '../../../core/contract/errors/server-reasons'
import { assertRoom } from '../../files/disk-space'
import { openRegularFile } from '../../files/open-regular-file'
import { onDisk } from '../files/file-failures'
import { hashOfFile } from '../files/hash-file'
import { discard, PartFile, partPathOf, publish } from '../files/part-file'
import { isSameContent } from '../files/same-content'
import type { Network } from '../network/network'
import { shownUrl } from '../network/remote-url'
import { type FetchOptions, fetchFile } from './fetch-file'
import type { TransferPart, TransferWork } from './transfer-work'

export interface TransferContext {
  readonly network: Network
  readonly signal: AbortSignal
  readonly onBytes: (bytes: number) => void
  readonly onPause: (pause: DownloadPause | null) => void
  readonly onVerifying: (isVerifying: boolean) => void
  readonly onLearnt: () => void
  readonly retryDelaysMs?: readonly number[] | undefined
}

/** Keeps part files if it throws server errors or disk errors. */
export async function runTransfer(work: TransferWork, context: TransferContext): Promise<void> {
  const [first, ...rest] = work.parts
  if (!first) return
  let doneBytes = 0
  for (const part of [...rest, first]) {
    const own: TransferContext = { ...context, onBytes: (bytes) => context.onBytes(doneBytes + bytes) }
    if (!(await isThere(work.kind, part, own))) await runPart(work.kind, part, own)
    doneBytes += part.sizeBytes ?? (await stat(part.path)).size
    context.onBytes(doneBytes)
  }
  if (work.kind === 'move') for (const part of work.parts) await onDisk(part.from, () => rm(part.from, { force: true }))
}

export async function storedBytes(work: TransferWork): Promise<number> {
  let bytes = 0
  for (const { path } of work.parts) bytes += (await sizeOf(path)) ?? (await sizeOf(partPathOf(path))) ?? 0
  return bytes
}

/** Keeps files that were already moved, because no other copy exists. */
export async function discardParts({ kind, parts }: TransferWork): Promise<void> {
  for (const part of parts) {
    await discard(part.path)
    if (kind === 'move' || !part.isThere) continue
    await onDisk(part.path, () => rm(part.path, { force: true }))
    part.isThere = false
  }
}

/** Compares the length and, if this transfer did not create the file, a download's published hash or an import's content. */
async function isThere(kind: TransferWork['kind'], part: TransferPart, context: TransferContext): Promise<boolean> {
  const { path, from, sizeBytes, sha256 } = part
  if (sizeBytes === null || (await sizeOf(path)) !== sizeBytes) return false
  if (part.isThere) return true
  context.onVerifying(true)
  try {
    if (kind === 'download') return sha256 === null || (await hashOfFile(path, context.signal)) === sha256
    return (await sizeOf(from)) === undefined || (await onDisk(path, () => isSameContent(from, path)))
  } finally {
    context.onVerifying(false)
  }
}

const sizeOf = (path: string): Promise<number | undefined> =>
  stat(path).then(
    ({ size }) => size,
    () => undefined,
  )

async function runPart(kind: TransferWork['kind'], part: TransferPart, context: TransferContext): Promise<void> {
  context.signal.throwIfAborted()
  if ((await sizeOf(part.path)) !== undefined) throw coded('file-exists', { path: part.path })
  await onDisk(part.path, () => mkdir(dirname(part.path), { recursive: true }))
  if (kind === 'move' && (await isRenamed(part))) return noteFinished(part, context)
  const missingBytes = (part.sizeBytes ?? 0) - ((await sizeOf(partPathOf(part.path))) ?? 0)
  await assertRoom(dirname(part.path), missingBytes, (facts) => coded('not-enough-disk', { path: part.path, ...facts }))
  if (kind === 'download') await download(part, context)
  else await copy(part, context)
  if ((await sizeOf(part.path)) !== undefined) throw coded('file-exists', { path: part.path })
  await publish(part.path)
  noteFinished(part, context)
}

function noteFinished(part: TransferPart, { onLearnt }: TransferContext): void {
  part.isThere = true
  onLearnt()
}

async function download(part: TransferPart, context: TransferContext): Promise<void> {
  const { network, signal, onBytes, onPause, onVerifying, onLearnt, retryDelaysMs } = context
  onVerifying(true)
  const file = await PartFile.open(partPathOf(part.path), signal)
  onVerifying(false)
  const options: FetchOptions = {
    network,
    signal,
    mark: part.mark,
    onMark: (mark) => {
      part.mark = mark
      onLearnt()
    },
    onBytes,
    onPause,
    ...(retryDelaysMs ? { retryDelaysMs } : {}),
  }
  const url = new URL(part.from)
  let found: string
  try {
    await fetchFile(file, { url, sizeBytes: part.sizeBytes, sha256: part.sha256 }, options)
    found = await file.finish()
  } finally {
    await file.close()
  }
  if (part.sha256 === null || found === part.sha256) return
  await discard(part.path)
  onBytes(0)
  throw coded('download-hash-wrong', { url: shownUrl(url), expected: part.sha256, found })
}

async function isRenamed({ from, path }: TransferPart): Promise<boolean> {
  try {
    await rename(from, path)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EXDEV') return false
    return onDisk(from, () => Promise.reject(error))
  }
}

async function copy({ from, path }: TransferPart, { signal, onBytes }: TransferContext): Promise<void> {
  const source = await onDisk(from, () => openRegularFile(from))
  try {
    await copyOpened(source, from, path, { signal, onBytes })
  } finally {
    await source.close()
  }
}

async function copyOpened(
  source: FileHandle,
  from: string,
  path: string,
  { signal, onBytes }: Pick<TransferContext, 'signal' | 'onBytes'>,
): Promise<void> {
  // Btrfs, XFS and APFS copy instantly and use no space.
  const shared = copyFile(from, partPathOf(path), constants.COPYFILE_FICLONE_FORCE)
  if (await shared.then(() => true).catch(() => false)) return
  const file = await PartFile.open(partPathOf(path), signal)
  try {
    await file.restart()
    await onDisk(from, async () => {
      for await (const chunk of source.createReadStream({ highWaterMark: 1 << 20, signal, autoClose: false })) {
        await file.append(chunk as Uint8Array)
        onBytes(file.bytes)
      }
    })
    await file.finish()
  } catch (error) {
    signal.throwIfAborted()
    throw error
  } finally {
    await file.close()
  }
}
