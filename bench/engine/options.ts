import { parseArgs } from 'node:util'

export const parts = ['decode', 'prefill', 'itl', 'dissect', 'load', 'window', 'pocket', 'grammar'] as const
export type Part = (typeof parts)[number]
const formats = ['text', 'md', 'json'] as const

export interface BenchOptions<Name extends string = Part> {
  readonly rounds: number
  readonly repetitions: number
  readonly parts: ReadonlySet<Name>
  readonly format: (typeof formats)[number]
}

export const usageOf = (
  command: string,
  parts: readonly string[],
): string => `npm run ${command} -- [--quick] [--rounds N] [--only PART,..] [-o text|md|json]
  --quick   3 rounds of one measurement each, instead of 9 of two
  --rounds  that many rounds
  --only    some of: ${parts.join(', ')}`

export function readOptions<Name extends string>(
  args: readonly string[],
  parts: readonly Name[],
): BenchOptions<Name> | { readonly wrong: string } {
  const options = {
    quick: { type: 'boolean' },
    rounds: { type: 'string' },
    only: { type: 'string' },
    output: { type: 'string', short: 'o' },
  } as const
  let values: { quick?: boolean; rounds?: string; only?: string; output?: string }
  try {
    values = parseArgs({ args: [...args], options, strict: true }).values
  } catch (error) {
    return { wrong: error instanceof Error ? error.message : String(error) }
  }
  const only: readonly string[] = values.only?.split(',') ?? parts
  const unknown = only.find((name) => !parts.includes(name as Name))
  if (unknown !== undefined) return { wrong: `--only takes one or more of ${parts.join(', ')}; got "${unknown}"` }
  const format = formats.find((name) => name === (values.output ?? 'text'))
  if (!format) return { wrong: `-o takes one of ${formats.join(', ')}; got "${values.output}"` }
  const rounds = Number(values.rounds ?? (values.quick ? 3 : 9))
  if (!Number.isInteger(rounds) || rounds < 1 || rounds > 99) return { wrong: `--rounds takes 1 to 99; got "${values.rounds}"` }
  return { rounds, repetitions: values.quick ? 1 : 2, parts: new Set(only as Name[]), format }
}
