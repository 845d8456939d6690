/**
 * Pages have at most 1,000 entries, the Link header has the next page's address, and `lfs.oid` is the file's SHA-256. Source:
 * https://huggingface.co/docs/hub/api, `GET /api/models/{owner}/{name}/tree/{revision}`.
 */
import { z } from 'zod'
import { coded } from '../../../core/contract/errors/coded-error'
import { splitFileNames } from '../../../core/gguf/split-names'
import type { Network } from '../network/network'
import { patienceOf } from '../network/retry-after'
import type { ModelAddress } from './model-address'
import { readJson } from './read-json'
import { safeSegments } from './safe-path'

type RepositoryAddress = Extract<ModelAddress, { kind: 'repository' }>

export interface ListedModel {
  readonly parts: readonly ListedFile[]
  readonly isNamed: boolean
}

export interface ListedFile {
  readonly url: URL
  /** Relative to the repository. */
  readonly path: string
  readonly sizeBytes: number
  /** 64 hexadecimal digits. null if the hub publishes no hash. */
  readonly sha256: string | null
}

const treeEntry = z.object({
  type: z.string(),
  path: z.string(),
  size: z.number().nonnegative().default(0),
  lfs: z.object({ oid: z.string(), size: z.number().nonnegative() }).optional(),
})
const tree = z.array(treeEntry)
type TreeEntry = z.infer<typeof treeEntry>

const mostPages = 10

/** Throws `repository-refused`, `repository-without-gguf` and server errors. */
export async function listRepository(address: RepositoryAddress, network: Network, signal?: AbortSignal): Promise<ListedModel[]> {
  const { repository, revision } = address
  const entries: TreeEntry[] = []
  let next: URL | undefined = new URL(`api/models/${repository}/tree/${encodeURIComponent(revision)}?recursive=true`, network.hub)
  for (let page = 0; next && page < mostPages; page++) {
    const { status, headers, value } = await readJson(next, network, signal)
    if (status !== 200) throw coded('repository-refused', { repository, host: network.hub.host, status, ...patienceOf(headers) })
    entries.push(...entriesIn(value, next))
    next = nextPage(headers.get('link'), next)
  }
  const files = entries.filter(({ type }) => type === 'file')
  const models = modelsAmong(files, (path) => fileUrl(address, path, network.hub)).map((parts) => ({
    parts,
    isNamed: isNamed(parts, address),
  }))
  if (models.length === 0) throw coded('repository-without-gguf', { repository, files: files.length })
  return models
}

function entriesIn(value: unknown, url: URL): TreeEntry[] {
  const parsed = tree.safeParse(value)
  if (!parsed.success) throw coded('server-answer-invalid', { url: `${url.origin}${url.pathname}`, reason: { kind: 'not-a-file-list' } })
  const unsafe = parsed.data.find(({ path }) => /\.gguf$/i.test(path) && !safeSegments(path))
  if (unsafe)
    throw coded('server-answer-invalid', {
      url: `${url.origin}${url.pathname}`,
      reason: { kind: 'unsafe-name', name: unsafe.path.slice(0, 100) },
    })
  return parsed.data
}

/** Ignores pages on other servers, to keep the user's request private. */
function nextPage(link: string | null, from: URL): URL | undefined {
  const target = /<([^>]+)>\s*;\s*rel="?next"?/.exec(link ?? '')?.[1]
  if (target === undefined || !URL.canParse(target, from.href)) return undefined
  const url = new URL(target, from.href)
  return url.origin === from.origin ? url : undefined
}

function modelsAmong(files: readonly TreeEntry[], urlOf: (path: string) => URL): ListedFile[][] {
  const byPath = new Map(files.map((file) => [file.path, file]))
  const listed = ({ path, size, lfs }: TreeEntry): ListedFile => ({
    path,
    url: urlOf(path),
    sizeBytes: lfs?.size ?? size,
    sha256: lfs && /^[0-9a-f]{64}$/.test(lfs.oid) ? lfs.oid : null,
  })
  return files
    .filter(({ path }) => /\.gguf$/i.test(path) && !/-(?!00001)\d{5}-of-\d{5}\.gguf$/i.test(path))
    .map((file) => {
      const parts = Number(/-00001-of-(\d{5})\.gguf$/i.exec(file.path)?.[1] ?? 1)
      const paths = parts > 1 ? (splitFileNames(file.path, parts) ?? []) : [file.path]
      return paths.map((path) => byPath.get(path)).filter((part) => part !== undefined)
    })
    .map((parts) => parts.map(listed))
}

function isNamed(parts: readonly ListedFile[], { file, quantization }: RepositoryAddress): boolean {
  if (file !== null) return parts.some(({ path }) => path === file)
  if (quantization === null) return false
  const escaped = quantization.replace(/[.]/g, '\\.')
  return new RegExp(`(^|[-./_])${escaped}([-./]|$)`, 'i').test(parts[0]?.path ?? '')
}

const fileUrl = ({ repository, revision }: RepositoryAddress, path: string, hub: URL): URL =>
  new URL(`${repository}/resolve/${encodeURIComponent(revision)}/${path.split('/').map(encodeURIComponent).join('/')}`, hub)
