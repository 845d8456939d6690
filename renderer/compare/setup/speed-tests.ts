/**
 * Reads llama-bench's notation of speed tests: `pp512`, `tg128`, `pp512+tg128`.
 * Source: tools/llama-bench/README.md in llama.cpp.
 */
import type { SpeedTest } from '../../../core/contract/compare/compare-tasks'
import { copy } from '../../../core/copy/copy'

export type ReadList<T> = { readonly ok: true; readonly values: readonly T[] } | { readonly ok: false; readonly reason: string }

/** Limits the prompt, the generated tokens and the depth of a test, each. */
const mostTokens = 10_000_000

const words = (text: string): readonly string[] =>
  text
    .split(/[\s,;]+/)
    .map((word) => word.trim())
    .filter(Boolean)

export function readTests(text: string): ReadList<Omit<SpeedTest, 'depth'>> {
  const found = new Map<string, Omit<SpeedTest, 'depth'>>()
  for (const word of words(text)) {
    const match = /^(?:pp(\d+))?\+?(?:tg(\d+))?$/i.exec(word)
    const prompt = Number(match?.[1] ?? 0)
    const generated = Number(match?.[2] ?? 0)
    if (!match || prompt + generated === 0 || word.startsWith('+') || word.endsWith('+'))
      return { ok: false, reason: copy.compare.problems.notTest(word) }
    if (prompt > mostTokens || generated > mostTokens) return { ok: false, reason: copy.compare.problems.tooManyTokens(word, mostTokens) }
    found.set(`${prompt} ${generated}`, { prompt, generated })
  }
  if (found.size === 0) return { ok: false, reason: copy.compare.problems.noTests }
  return { ok: true, values: [...found.values()] }
}

export type NumberList = Parameters<typeof copy.compare.problems.noNumbers>[0]

export function readNumbers(text: string, list: NumberList, least: number, most: number): ReadList<number> {
  const values = new Set<number>()
  for (const word of words(text)) {
    const value = Number(word)
    if (!/^\d+$/.test(word) || value < least || value > most)
      return { ok: false, reason: copy.compare.problems.notNumber(list, word, least, most) }
    values.add(value)
  }
  if (values.size === 0) return { ok: false, reason: copy.compare.problems.noNumbers(list) }
  return { ok: true, values: [...values].sort((a, b) => a - b) }
}

export const mostDepth = mostTokens
