/** Source: `llama_context::state_seq_save_file`: magic, version and token count, then the tokens, all little-endian u32. */
import { open } from 'node:fs/promises'

const magic = 0x67677371
const headerBytes = 12

/** For display only, because the seal is not checked. Returns [] if the file is gone or is not a saved state. */
export async function savedTokens(path: string, mostTokens: number): Promise<number[]> {
  const file = await open(path).catch(() => undefined)
  if (!file) return []
  try {
    const { buffer: header } = await file.read(Buffer.alloc(headerBytes), 0, headerBytes, 0)
    const count = header.readUInt32LE(8)
    if (header.readUInt32LE(0) !== magic || count > mostTokens) return []
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4 * count), 0, 4 * count, headerBytes)
    return Array.from({ length: bytesRead / 4 }, (_, at) => buffer.readUInt32LE(4 * at))
  } finally {
    await file.close()
  }
}

/** A saved state does not change, so its tokens are read once. */
export class SavedTokens<Token = number> {
  private known = new Map<string, readonly Token[]>()

  constructor(private readonly read: (path: string) => Promise<readonly Token[]>) {}

  async of(files: readonly { readonly id: string; readonly path: string }[]): Promise<Map<string, readonly Token[]>> {
    const tokens = new Map<string, readonly Token[]>()
    for (const { id, path } of files) tokens.set(id, this.known.get(id) ?? (await this.read(path)))
    this.known = tokens
    return tokens
  }
}
