import { Refusal } from './refusal'

const charset = /<meta[^>]+charset\s*=\s*["']?\s*([\w-]+)/i

/** Decodes UTF-16 with a byte order mark, and UTF-8. A page may also name its encoding. */
export function decodedText(bytes: Buffer, isPage = false): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return decodeAs('utf-16le', bytes)
  if (first === 0xfe && second === 0xff) return decodeAs('utf-16be', bytes)
  if (bytes.includes(0)) throw new Refusal({ kind: 'binary' })
  const named = isPage ? charset.exec(bytes.subarray(0, 1024).toString('latin1'))?.[1] : undefined
  return decodeAs(named ?? 'utf-8', bytes)
}

function decodeAs(encoding: string, bytes: Buffer): string {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    throw new Refusal({ kind: isMostlyControls(bytes) ? 'binary' : 'not-utf8' })
  }
}

/** Text in an older encoding has hardly any control characters. */
function isMostlyControls(bytes: Buffer): boolean {
  const sample = bytes.subarray(0, 4096)
  const controls = sample.filter((byte) => byte < 9 || (byte > 13 && byte < 32)).length
  return controls > sample.length / 50
}
