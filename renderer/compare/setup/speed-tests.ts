/**
 * Reads speed tests in llama-bench's notation (`pp512`, `tg128`, `pp512+tg128`) and depths as lists of numbers.
 * Source: tools/llama-bench/README.md in llama.cpp.
 */
import type { SpeedTest } from '../../../core/contract/compare/compare-tasks'
import { formatCount } from '../../../core/text/amounts'

export type ReadList<T> = { readonly ok: true; readonly values: readonly T[] } | { readonly ok: false; readonly reason: string }

/** Tokens of one test; llama.cpp cannot count larger caches. */
const mostTokens = 10_000_000

const words = (text: string): readonly string[] =>
  text
    .split(/[\s,;]+/)
    .map((word) => word.trim())
    .filter(Boolean)

/** Distinct tests without depth. */
export function readTests(text: string): ReadList<Omit<SpeedTest, 'depth'>> {
  const found = new Map<string, Omit<SpeedTest, 'depth'>>()
  for (const word of words(text)) {
    const match = /^(?:pp(\d+))?\+?(?:tg(\d+))?$/i.exec(word)
    const prompt = Number(match?.[1] ?? 0)
    const generated = Number(match?.[2] ?? 0)
    if (!match || prompt + generated === 0 || word.startsWith('+') || word.endsWith('+'))
      return {
        ok: false,
        reason: `“${word}” is not a test. Write pp512 to process 512 tokens, tg128 to generate 128, pp512+tg128 for both.`,
      }
    if (prompt > mostTokens || generated > mostTokens)
      return { ok: false, reason: `“${word}” has more than ${formatCount(mostTokens)} tokens.` }
    found.set(`${prompt} ${generated}`, { prompt, generated })
  }
  if (found.size === 0) return { ok: false, reason: 'Write at least one test, such as pp512 or tg128.' }
  return { ok: true, values: [...found.values()] }
}

/** Distinct whole numbers from `least` to `most`, ascending. `name`: the field's name. */
export function readNumbers(text: string, name: string, least: number, most: number): ReadList<number> {
  const values = new Set<number>()
  for (const word of words(text)) {
    const value = Number(word)
    if (!/^\d+$/.test(word) || value < least || value > most)
      return { ok: false, reason: `${name} are whole numbers from ${formatCount(least)} to ${formatCount(most)}; “${word}” is not one.` }
    values.add(value)
  }
  if (values.size === 0) return { ok: false, reason: `${name}: write at least one number.` }
  return { ok: true, values: [...values].sort((a, b) => a - b) }
}

export const mostDepth = mostTokens
