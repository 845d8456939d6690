/**
 * `npm run bench:cache`: what the living cache is worth. Every figure is a ratio of two measurements of one run, on the product's own
 * services and engine; a row is a file in ./rows.
 */
import { readOptions, usageOf } from '../engine/options'
import { asJson, asMarkdown, asText, type Result } from '../engine/report'
import { Rounds } from '../engine/rounds'
import { missing, type Row } from '../engine/row'
import { thisMachine } from '../machine'
import { say } from '../say'
import { anatomyRows } from './rows/anatomy'
import { answersRows } from './rows/answers'
import { draftModelRows } from './rows/draft-model'
import { growingChatRows } from './rows/growing-chat'
import { restoreRows } from './rows/restore'
import { speculationRows } from './rows/speculation'
import { streamingRows } from './rows/streaming'

const print = { text: asText, md: asMarkdown, json: asJson } as const satisfies Record<string, (result: Result) => string>

/** In the order in which they run. */
const rowsOf = {
  restore: restoreRows,
  growing: growingChatRows,
  streaming: streamingRows,
  answers: answersRows,
  speculation: speculationRows,
  draft: draftModelRows,
  anatomy: anatomyRows,
} as const satisfies Record<string, (rounds: Rounds) => Promise<Row[]>>
type Part = keyof typeof rowsOf
const parts = Object.keys(rowsOf) as Part[]

export async function cacheBench(args: readonly string[]): Promise<number> {
  const options = readOptions(args, parts)
  if ('wrong' in options) {
    say(`${options.wrong}\n${usageOf('bench:cache', parts)}`)
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
