/**
 * `npm run bench:library`: models on their way to this machine and on it, and the packaged app. What others can do too is compared with
 * them in the same minutes: curl, sha256sum, reading the same bytes. A row is a file in ./rows.
 */
import { readOptions, usageOf } from '../engine/options'
import { asJson, asMarkdown, asText, type Result } from '../engine/report'
import { Rounds } from '../engine/rounds'
import { missing, type Row } from '../engine/row'
import { thisMachine } from '../machine'
import { say } from '../say'
import { downloadRows } from './rows/download'
import { hashingRows } from './rows/hashing'
import { scanRows } from './rows/scan'
import { sizeRows } from './rows/size'
import { startRows } from './rows/start'

const print = { text: asText, md: asMarkdown, json: asJson } as const satisfies Record<string, (result: Result) => string>

/** In the order in which they run. */
const rowsOf = {
  download: downloadRows,
  hashing: hashingRows,
  scan: scanRows,
  start: startRows,
  size: sizeRows,
} as const satisfies Record<string, (rounds: Rounds) => Promise<Row[]>>
type Part = keyof typeof rowsOf
const parts = Object.keys(rowsOf) as Part[]

export async function libraryBench(args: readonly string[]): Promise<number> {
  const options = readOptions(args, parts)
  if ('wrong' in options) {
    say(`${options.wrong}\n${usageOf('bench:library', parts)}`)
    return 2
  }
  const rounds = new Rounds(options.rounds, options.repetitions)
  const rows: Row[] = []
  for (const part of parts) if (options.parts.has(part)) rows.push(...(await measured(part, rounds)))
  process.stdout.write(print[options.format]({ machine: thisMachine(), rounds: rounds.count, busyRounds: rounds.busy, rows }))
  return 0
}

/** One part that fails is a line that says so; the others go on. */
async function measured(part: Part, rounds: Rounds): Promise<Row[]> {
  try {
    return await rowsOf[part](rounds)
  } catch (error) {
    console.error(error)
    return [missing(part, `failed: ${error instanceof Error ? error.message : String(error)}`)]
  }
}
