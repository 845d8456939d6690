/** What was asked for on the command line. */
import { parseArgs } from 'node:util'

/** In the order in which they run. */
export const parts = ['decode', 'prefill', 'itl', 'dissect', 'load', 'window', 'pocket'] as const
export type Part = (typeof parts)[number]
const formats = ['text', 'md', 'json'] as const

export interface BenchOptions {
  readonly rounds: number
  /** Measurements of each side within a round. */
  readonly repetitions: number
  readonly parts: ReadonlySet<Part>
  readonly format: (typeof formats)[number]
}

export const usage = `npm run bench:engine -- [--quick] [--only PART,..] [-o text|md|json]
  --quick   fewer rounds
  --only    some of: ${parts.join(', ')}`

/** A wrong command line comes back as the sentence that says so. */
export function readOptions(args: readonly string[]): BenchOptions | { readonly wrong: string } {
  const options = { quick: { type: 'boolean' }, only: { type: 'string' }, output: { type: 'string', short: 'o' } } as const
  let values: { quick?: boolean; only?: string; output?: string }
  try {
    values = parseArgs({ args: [...args], options, strict: true }).values
  } catch (error) {
    return { wrong: error instanceof Error ? error.message : String(error) }
  }
  const only = values.only?.split(',') ?? parts
  const unknown = only.find((name) => !parts.includes(name as Part))
  if (unknown !== undefined) return { wrong: `--only takes some of ${parts.join(', ')}; got "${unknown}"` }
  const format = formats.find((name) => name === (values.output ?? 'text'))
  if (!format) return { wrong: `-o takes one of ${formats.join(', ')}; got "${values.output}"` }
  return { rounds: values.quick ? 3 : 9, repetitions: values.quick ? 1 : 2, parts: new Set(only as Part[]), format }
}
