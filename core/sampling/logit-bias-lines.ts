import type { LogitBias } from '../contract/settings/sampling'
import { largestTokenId, samplingRanges, textLimits } from '../contract/settings/setting-ranges'
import { escaped, unescaped } from './typed-lines'

/** Numbered from 1. */
export interface BiasProblem {
  readonly kind: 'no-bias' | 'no-token' | 'not-a-number' | 'outside' | 'not-an-id' | 'too-long' | 'too-many'
  readonly line: number
}
export type ReadBiases = { readonly ok: true; readonly value: LogitBias[] } | { readonly ok: false; readonly problem: BiasProblem }

/**
 * Lines such as ` Hello = -5` or `#15043 = 2`, where `#` begins a token's ID and `\#` a text. All spaces belong to the text, except one
 * before the equals sign: a word with a space before it is usually another token.
 */
export function readBiasLines(typed: string): ReadBiases {
  const value: LogitBias[] = []
  for (const [index, line] of typed.split('\n').entries()) {
    if (line.trim() === '') continue
    const read = value.length === textLimits.logitBias.texts ? 'too-many' : readBias(line)
    if (typeof read === 'string') return { ok: false, problem: { kind: read, line: index + 1 } }
    value.push(read)
  }
  return { ok: true, value }
}

export const biasLines = (biases: readonly LogitBias[]): string =>
  biases.map(({ token, bias }) => `${typeof token === 'number' ? `#${token}` : escaped(token).replace(/^#/, '\\#')} = ${bias}`).join('\n')

function readBias(line: string): LogitBias | BiasProblem['kind'] {
  const equals = line.lastIndexOf('=')
  if (equals === -1) return 'no-bias'
  const bias = readNumber(line.slice(equals + 1))
  if (bias === undefined) return 'not-a-number'
  const { least, most } = samplingRanges.logitBias
  if (bias < least || bias > most) return 'outside'
  const token = readToken(line.slice(0, equals).replace(/ $/, ''))
  return typeof token === 'object' ? { token: token.value, bias } : token
}

function readToken(typed: string): { readonly value: LogitBias['token'] } | BiasProblem['kind'] {
  if (typed === '') return 'no-token'
  if (!typed.startsWith('#')) {
    const value = unescaped(typed)
    return value.length > textLimits.logitBias.characters ? 'too-long' : { value }
  }
  const id = typed.slice(1).trim()
  return /^\d+$/.test(id) && Number(id) <= largestTokenId ? { value: Number(id) } : 'not-an-id'
}

/** A decimal comma is a decimal point. */
function readNumber(typed: string): number | undefined {
  const plain = typed.trim().replace(',', '.').replace('−', '-')
  return /^[+-]?(\d+\.?\d*|\.\d+)$/.test(plain) ? Number(plain) : undefined
}
