/**
 * Ollama names files by hash, and manifests map model names to these files.
 *
 *   manifests/registry.ollama.ai/library/llama3.2/3b  ->  blobs/sha256-dde5aa3fc5ffc17176b5e8bdc82f587b24b2678c6c66101bf7da77af9f7ccdff
 *
 * Source: https://github.com/ollama/ollama/blob/main/server/manifest.go and server/modelpath.go
 */
import { readdir, readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { z } from 'zod'
import { type FoundFile, stampOf } from './find-models'

const manifest = z.object({ layers: z.array(z.object({ mediaType: z.string(), digest: z.string() })) })
const modelLayer = 'application/vnd.ollama.image.model'
const longestManifestBytes = 1 << 20

export async function* findOllamaModels(folder: string, signal?: AbortSignal): AsyncGenerator<FoundFile> {
  const manifests = join(folder, 'manifests')
  const entries = await readdir(manifests, { withFileTypes: true, recursive: true }).catch(() => [])
  const seen = new Set<string>()
  for (const entry of entries.filter((found) => found.isFile())) {
    if (signal?.aborted) return
    const path = join(entry.parentPath, entry.name)
    for (const digest of await digestsIn(path)) {
      const blob = join(folder, 'blobs', digest.replace(':', '-'))
      const stamp = seen.has(blob) ? undefined : await stampOf(blob)
      if (stamp === undefined) continue
      seen.add(blob)
      yield { path: blob, stamp, name: nameOf(relative(manifests, path)) }
    }
  }
}

async function digestsIn(path: string): Promise<string[]> {
  try {
    const text = await readFile(path, 'utf8')
    if (text.length > longestManifestBytes) return []
    const { layers } = manifest.parse(JSON.parse(text))
    return layers
      .filter(({ mediaType, digest }) => mediaType === modelLayer && /^sha256:[0-9a-f]{64}$/.test(digest))
      .map(({ digest }) => digest)
  } catch {
    return []
  }
}

/** Converts `registry.ollama.ai/library/llama3.2/3b` to `llama3.2:3b`. */
function nameOf(path: string): string {
  const [host = '', owner = '', model = '', tag = ''] = path.split(sep)
  const prefix = host === 'registry.ollama.ai' ? (owner === 'library' ? '' : `${owner}/`) : `${host}/${owner}/`
  return `${prefix}${model}:${tag}`
}
