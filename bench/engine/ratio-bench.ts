import { thisMachine } from '../machine'
import { say } from '../say'
import { readOptions, usageOf } from './options'
import { asJson, asMarkdown, asText, lineOf, type Result } from './report'
import { Rounds } from './rounds'
import { missing, type Row } from './row'

const print = { text: asText, md: asMarkdown, json: asJson } as const satisfies Record<string, (result: Result) => string>

export class RowList {
  readonly rows: Row[] = []

  add(...rows: readonly Row[]): void {
    this.rows.push(...rows)
    for (const row of rows) say(lineOf(row))
  }

  async measure(what: string, work: () => Promise<readonly Row[]>): Promise<void> {
    try {
      this.add(...(await work()))
    } catch (error) {
      console.error(error)
      this.add(missing(what, `failed: ${error instanceof Error ? error.message : String(error)}`))
    }
  }
}

export interface RatioBench<Part extends string> {
  readonly command: string
  readonly parts: readonly Part[]
  readonly measure: (list: RowList, rounds: Rounds, wanted: ReadonlySet<Part>) => Promise<void>
}

/** Returns the exit code, which is 2 if the command line is invalid. */
export async function ratioBench<Part extends string>(
  { command, parts, measure }: RatioBench<Part>,
  args: readonly string[],
): Promise<number> {
  const options = readOptions(args, parts)
  if ('wrong' in options) {
    say(`${options.wrong}\n${usageOf(command, parts)}`)
    return 2
  }
  const rounds = new Rounds(options.rounds, options.repetitions)
  const list = new RowList()
  await measure(list, rounds, options.parts)
  process.stdout.write(
    print[options.format]({ machine: thisMachine(), rounds: rounds.count, busyMeasurements: rounds.busy, rows: list.rows }),
  )
  return 0
}

export function ratioBenchOf<Part extends string>(
  command: string,
  rowsOf: Readonly<Record<Part, (rounds: Rounds) => Promise<readonly Row[]>>>,
  args: readonly string[],
): Promise<number> {
  const parts = Object.keys(rowsOf) as Part[]
  const measure = async (list: RowList, rounds: Rounds, wanted: ReadonlySet<Part>) => {
    for (const part of parts) if (wanted.has(part)) await list.measure(part, () => rowsOf[part](rounds))
  }
  return ratioBench({ command, parts, measure }, args)
}
