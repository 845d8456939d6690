/** Reads the header first, to refuse models that llama.cpp cannot load. */
import { randomUUID } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { coded } from '../../../core/contract/errors/coded-error'
import { checkHeader } from '../../../core/gguf/check-header'
import { installedRelease } from '../../../core/kv/shape/release'
import { onDisk } from '../files/file-failures'
import { locationOf } from '../header/model-location'
import { readModelHeader } from '../header/read-model-header'
import { asError, readPart } from '../header/read-parts'
import type { ListedFile, ListedModel } from '../hub/list-repository'
import { assertInside, safeSegments } from '../hub/safe-path'
import type { Network } from '../network/network'
import { shownUrl } from '../network/remote-url'
import type { TransferWork } from './transfer-work'

/** Throws `folder-unusable`, server errors and GGUF errors. */
export async function planDownload(
  model: ListedModel,
  repository: string,
  folder: string,
  network: Network,
  signal?: AbortSignal,
): Promise<TransferWork> {
  const [first] = model.parts
  if (!first) throw new Error('Expected a model with at least one file')
  const { header, sizeBytes } = await readPart(locationOf(first.url.href), { network, signal })
  const names = model.parts.map(({ url }) => shownUrl(url))
  const check = checkHeader(header, { path: shownUrl(first.url), sizeBytes, presentPaths: new Set(names), release: `v${installedRelease}` })
  if (!check.ok) throw asError(check)
  await onDisk(folder, () => mkdir(folder, { recursive: true }))
  const parts = await Promise.all(
    model.parts.map(async (file) => ({
      from: file.url.href,
      path: await pathIn(folder, repository, file),
      sizeBytes: file.sizeBytes,
      sha256: file.sha256,
      mark: null,
    })),
  )
  return { id: randomUUID(), kind: 'download', name: first.path.split('/').at(-1) ?? first.path, source: shownUrl(first.url), parts }
}

export function pathBelow(folder: string, repository: string, path: string): string | undefined {
  const segments = safeSegments(`${repository}/${path}`)
  return segments && join(folder, ...segments)
}

async function pathIn(folder: string, repository: string, { url, path }: ListedFile): Promise<string> {
  const location = pathBelow(folder, repository, path)
  if (location === undefined)
    throw coded('server-answer-invalid', {
      url: shownUrl(url),
      reason: { kind: 'unsafe-name', name: path.slice(0, 100) },
    })
  await assertInside(folder, location)
  return location
}

/** Throws server errors and GGUF errors. */
export async function listedAt(url: URL, network: Network, signal?: AbortSignal): Promise<ListedModel> {
  const { parts } = await readModelHeader(url.href, { network, signal })
  return {
    isNamed: true,
    parts: parts.map(({ path, sizeBytes }) => {
      const at = new URL(path)
      at.search = url.search
      return { url: at, path: nameIn(at), sizeBytes, sha256: null }
    }),
  }
}

function nameIn({ pathname }: URL): string {
  const name = pathname.split('/').at(-1) ?? ''
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}
