import type { IncomingMessage } from 'node:http'
import { coded } from '../../../core/contract/errors/coded-error'
import type { ErrorFacts } from '../../../core/contract/errors/errors'
import type { ServeLimits } from './limits'

const refused = (reason: ErrorFacts<'api-body-refused'>['reason']) => coded('api-body-refused', { reason })

/** Throws `api-body-refused`. */
export async function readBody(
  request: IncomingMessage,
  { bodyBytes, bodyLevels }: Pick<ServeLimits, 'bodyBytes' | 'bodyLevels'>,
  takesNoBody: boolean,
): Promise<Record<string, unknown>> {
  const coding = request.headers['content-encoding']
  if (coding !== undefined && coding !== 'identity') throw refused({ kind: 'compressed' })
  const bytes = await bytesOf(request, bodyBytes)
  if (bytes.length === 0) {
    if (takesNoBody) return {}
    throw refused({ kind: 'empty' })
  }
  const text = textOf(bytes)
  if (isDeeperThan(text, bodyLevels)) throw refused({ kind: 'too-deep', limitLevels: bodyLevels })
  const value = parsed(text)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw refused({ kind: 'not-an-object' })
  return value as Record<string, unknown>
}

async function bytesOf(request: IncomingMessage, limitBytes: number): Promise<Buffer> {
  const tooLarge = refused({ kind: 'too-large', limitBytes })
  if (Number(request.headers['content-length'] ?? 0) > limitBytes) throw tooLarge
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > limitBytes) throw tooLarge
      chunks.push(chunk)
    }
  } catch (error) {
    throw error === tooLarge ? error : refused({ kind: 'cut-off' })
  }
  return Buffer.concat(chunks)
}

function textOf(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw refused({ kind: 'not-utf8' })
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw refused({ kind: 'not-json' })
  }
}

const quote = 0x22
const backslash = 0x5c

/** Code that walks through JSON recursively would overflow the stack. */
export function isDeeperThan(json: string, levels: number): boolean {
  let depth = 0
  let isText = false
  for (let at = 0; at < json.length; at++) {
    const character = json.charCodeAt(at)
    if (isText) {
      if (character === backslash) at++
      else if (character === quote) isText = false
    } else if (character === quote) isText = true
    else if (character === 0x5b || character === 0x7b) {
      if (++depth > levels) return true
    } else if (character === 0x5d || character === 0x7d) depth--
  }
  return false
}
