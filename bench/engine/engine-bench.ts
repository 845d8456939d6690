/**
 * `npm run bench:engine`: the engine against llama-bench on the same machine, in the same minutes.
 *
 * Every figure is a ratio of two measurements of one run; absolute rates of a virtual machine mean little.
 * Prints a table on stdout and never fails because something was slow.
 */
import { llamaTool } from '../llama-bench/build-llama-tool'
import { thisMachine } from '../machine'
import { type RandomModel, randomModel } from '../random-models'
import { say } from '../say'
import { withEngine } from './engine-under-test'
import { type BenchOptions, type Part, parts, readOptions, usageOf } from './options'
import { asJson, asMarkdown, asText, type Result } from './report'
import { Rounds } from './rounds'
import { missing, type Row } from './row'
import { dissectionRows } from './rows/dissection'
import { pocketRows } from './rows/pocket'
import { isQuietPart, quietRows } from './rows/quiet-turns'
import { underLoadRows } from './rows/under-load'
import { windowRows } from './rows/window'

const print: Readonly<Record<BenchOptions['format'], (result: Result) => string>> = { text: asText, md: asMarkdown, json: asJson }

export async function engineBench(args: readonly string[]): Promise<number> {
  const options = readOptions(args, parts)
  if ('wrong' in options) {
    say(`${options.wrong}\n${usageOf('bench:engine', parts)}`)
    return 2
  }
  const rounds = new Rounds(options.rounds, options.repetitions)
  const rows = await measure(rounds, options.parts)
  process.stdout.write(print[options.format]({ machine: thisMachine(), rounds: rounds.count, busyRounds: rounds.busy, rows }))
  return 0
}

async function measure(rounds: Rounds, parts: ReadonlySet<Part>): Promise<Row[]> {
  const models = [await randomModel('small'), await randomModel('large')]
  const [small] = models as [RandomModel]
  const tool = llamaTool('llama-bench')
  const builtTool = 'path' in tool ? tool : undefined
  const cores = await withEngine(small.path, 1, 256, async (engine) => engine.info.cores)
  const threadCounts = [...new Set([cores, 1])]
  const rows: Row[] = []
  /** One part that fails is a line that says so; the others go on. */
  const add = async (what: string, work: () => Promise<Row[]>) => {
    try {
      rows.push(...(await work()))
    } catch (error) {
      console.error(error)
      rows.push(missing(what, `failed: ${error instanceof Error ? error.message : String(error)}`))
    }
  }
  if ([...parts].some(isQuietPart)) {
    if ('missing' in tool) rows.push(missing('decode, prefill, ITL', tool.missing))
    else
      for (const model of models)
        for (const threads of threadCounts)
          await add(`${model.size}, ${threads} threads`, () => quietRows(rounds, tool, model, threads, partsWith(threads, cores, parts)))
  }
  if (parts.has('dissect'))
    for (const threads of threadCounts) await add('ms per token', () => dissectionRows(rounds, builtTool, small, threads))
  if (parts.has('load')) await add('one core busy', () => underLoadRows(rounds, builtTool, small, threadCounts))
  if (parts.has('window')) await add('window', () => windowRows(rounds, small, cores))
  if (parts.has('pocket')) await add('pocket', () => pocketRows(rounds))
  return rows
}

/** The engine prefills with every core, whatever it decodes with: only with all of them is it the same work as llama-bench's. */
function partsWith(threads: number, cores: number, parts: ReadonlySet<Part>): ReadonlySet<Part> {
  return threads === cores ? parts : new Set([...parts].filter((part) => part !== 'prefill'))
}
