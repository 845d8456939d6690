import { readFile } from 'node:fs/promises'
import { extname, join, normalize, sep } from 'node:path'
import { mediaTypes, securityHeaders } from './content-policy'

export interface FileAnswer {
  readonly status: 200 | 403 | 404
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array | string
}

/** `pathname` is still percent-encoded. */
export async function rendererFile(folder: string, pathname: string): Promise<FileAnswer> {
  const plain = { 'content-type': 'text/plain; charset=utf-8' }
  const file = resolveInside(folder, pathname)
  if (!file) return { status: 403, headers: plain, body: 'Not allowed' }
  try {
    const body = await readFile(file)
    return { status: 200, headers: { 'content-type': mediaTypes[extname(file)] ?? 'application/octet-stream', ...securityHeaders }, body }
  } catch {
    return { status: 404, headers: plain, body: 'Not found' }
  }
}

function resolveInside(folder: string, pathname: string): string | undefined {
  try {
    const path = decodeURIComponent(pathname)
    const file = normalize(join(folder, path === '/' ? '/index.html' : path))
    return file.startsWith(normalize(folder) + sep) && !path.includes('\0') ? file : undefined
  } catch {
    return undefined
  }
}
