/**
 * llama.cpp finds the parts by the name of the first: `<prefix>-00001-of-00005.gguf`.
 *
 * Source: src/llama-model-loader.cpp and `llama_split_path` in src/llama.cpp, llama.cpp v0.4.0.
 */
import type { Failure } from '../contract/errors/errors'
import type { SplitFlaw } from '../contract/errors/gguf-reasons'
import { countOf, type GgufHeader } from './header'

/** llama.cpp keeps every part open, and Linux allows 1,024 open files by default. */
export const maxParts = 1024

type Problem<Code extends Failure['code']> = Extract<Failure, { readonly code: Code }>
export type PartPaths =
  | { readonly ok: true; readonly paths: readonly string[] }
  | ({ readonly ok: false } & Problem<'split-not-first' | 'split-part-missing' | 'split-inconsistent'>)

/** Numbers parts from 1, unlike `split.no`. Source: tools/gguf-split. */
export function splitOf(header: GgufHeader): { readonly part: number; readonly parts: number } {
  const parts = countOf(header, 'split.count') ?? 1
  return parts > 1 ? { part: (countOf(header, 'split.no') ?? 0) + 1, parts } : { part: 1, parts: 1 }
}

export function partPaths(header: GgufHeader, path: string): PartPaths {
  const { part, parts } = splitOf(header)
  if (parts === 1) return { ok: true, paths: [path] }
  if (parts > maxParts) return inconsistent(path, { kind: 'too-many-parts', parts })
  const paths = splitFileNames(path, parts)
  const first = paths?.[0] ?? firstNameFor(path, parts)
  if (part > 1) return { ok: false, code: 'split-not-first', facts: { path, part, parts, first } }
  if (!paths) return { ok: false, code: 'split-part-missing', facts: { path, missing: first, parts } }
  if (path !== first) return inconsistent(path, { kind: 'named-as-other-part', namedPart: paths.indexOf(path) + 1 })
  return { ok: true, paths }
}

/** Returns undefined if the name has another form, another number of parts or no prefix. */
export function splitFileNames(fileName: string, parts: number): string[] | undefined {
  const match = /^(.+)-(\d{5})-of-(\d{5})\.gguf$/s.exec(fileName)
  if (!match || Number(match[3]) !== parts) return undefined
  return Array.from({ length: parts }, (_, index) => splitFileName(match[1] ?? '', index + 1, parts))
}

const splitFileName = (prefix: string, part: number, parts: number): string => `${prefix}-${five(part)}-of-${five(parts)}.gguf`
const five = (value: number): string => String(value).padStart(5, '0')

const firstNameFor = (path: string, parts: number): string =>
  splitFileName(path.replace(/\.gguf$/i, '').replace(/-\d{5}-of-\d{5}$/, ''), 1, parts)

const inconsistent = (path: string, flaw: SplitFlaw): PartPaths => ({ ok: false, code: 'split-inconsistent', facts: { path, flaw } })
