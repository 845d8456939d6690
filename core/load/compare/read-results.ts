/** Results of Headroom, `vllm bench serve` and llama-bench, one JSON object per run: one object, a list, or one object per line. */
import type { LoadFileProblem } from '../../contract/errors/compare-reasons'
import { llamaBenchRun } from './llama-bench-run'
import type { ResultRun } from './result-run'
import { serveRun } from './serve-run'

export type Results = { readonly runs: readonly ResultRun[] } | { readonly problem: LoadFileProblem }

export function readResults(text: string): Results {
  const values = valuesIn(text.replace(/^\ufeff/, '').trim())
  if ('problem' in values) return values
  const runs = values.list.flatMap((value) => {
    const fields = typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {}
    return serveRun(fields) ?? llamaBenchRun(fields) ?? []
  })
  return runs.length > 0 ? { runs } : { problem: { kind: 'not-results' } }
}

function valuesIn(text: string): { readonly list: readonly unknown[] } | { readonly problem: LoadFileProblem } {
  if (text === '') return { problem: { kind: 'empty' } }
  const whole = parsed(text)
  if (whole !== undefined) return { list: Array.isArray(whole) ? whole : [whole] }
  const list: unknown[] = []
  for (const [at, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue
    const value = parsed(line)
    if (value === undefined) return { problem: at === 0 ? { kind: 'json-incomplete' } : { kind: 'line-not-json', line: at + 1 } }
    list.push(value)
  }
  return { list }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
