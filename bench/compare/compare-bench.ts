/**
 * `npm run bench:compare`: what Headroom's benchmarks measure against the tools whose words they use, llama-bench and
 * llama-perplexity, built from the same source; same model, settings and depth, in the same minutes.
 *
 * Every figure is a ratio of two measurements of one run. It never fails because something was slow.
 */

import { withEngine } from '../engine/engine-under-test'
import { readOptions, usageOf } from '../engine/options'
import { asJson, asMarkdown, asText, type Result } from '../engine/report'
import { Rounds } from '../engine/rounds'
import { missing, type Row } from '../engine/row'
import { llamaTool } from '../llama-bench/build-llama-tool'
import { shippedTool } from '../llama-bench/shipped-tool'
import type { Tool, ToolName } from '../llama-bench/tool-source'
import { thisMachine } from '../machine'
import { resources } from '../places'
import { randomModel } from '../random-models'
import { say } from '../say'
import { qualityRows } from './quality-rows'
import { speedRows, type Tools } from './speed-rows'

const print = { text: asText, md: asMarkdown, json: asJson } as const satisfies Record<string, (result: Result) => string>

/** In the order in which they run: against llama-bench, against llama-perplexity. */
const parts = ['speed', 'quality'] as const
type Part = (typeof parts)[number]

export async function compareBench(args: readonly string[]): Promise<number> {
  const options = readOptions(args, parts)
  if ('wrong' in options) {
    say(`${options.wrong}\n${usageOf('bench:compare', parts)}`)
    return 2
  }
  const rounds = new Rounds(options.rounds, options.repetitions)
  const rows = await measured(rounds, options.parts)
  process.stdout.write(print[options.format]({ machine: thisMachine(), rounds: rounds.count, busyRounds: rounds.busy, rows }))
  return 0
}

async function measured(rounds: Rounds, wanted: ReadonlySet<Part>): Promise<Row[]> {
  const [small, large] = [await randomModel('small'), await randomModel('large')]
  const threads = await withEngine(small.path, 1, 256, async ({ info }) => info.cores)
  const pocket = resources.embeddedModelPath
  const speed = async (tools: Tools) => [
    ...(await speedRows(rounds, tools, { name: small.size, path: small.path, threads })),
    ...(await speedRows(rounds, tools, { name: large.size, path: large.path, threads, only: 'tg' })),
    // The calibration gives it one: so little is computed between two barriers that a second thread gains nothing.
    ...(await speedRows(rounds, tools, { name: 'Pocket', path: pocket, threads: 1 })),
  ]
  const onPocket = { name: 'Pocket, vocabulary 2,560', path: pocket, threads, chunks: 12, logits: ['full', 'head-and-tail'] } as const
  const onLarge = { name: `${large.size}, vocabulary 32,000`, path: large.path, threads, chunks: 4, logits: ['head-and-tail'] } as const
  const quality = async ({ shipped, native }: Tools) => {
    const tool = shipped ?? native
    return tool ? [...(await qualityRows(rounds, tool, onPocket)), ...(await qualityRows(rounds, tool, onLarge))] : []
  }
  return [
    ...(wanted.has('speed') ? await rowsOf('llama-bench', speed) : []),
    ...(wanted.has('quality') ? await rowsOf('llama-perplexity', quality) : []),
  ]
}

/** A tool that cannot be built, or a part that fails, is a line that says so; the others go on. */
async function rowsOf(name: ToolName, work: (tools: Tools) => Promise<Row[]>): Promise<Row[]> {
  const [shipped, native] = [shippedTool(name), llamaTool(name)]
  const absent = [shipped, native].flatMap((tool) => ('missing' in tool ? [missing(name, tool.missing)] : []))
  const file = (tool: Tool) => ('path' in tool ? tool : undefined)
  try {
    return [...absent, ...(await work({ shipped: file(shipped), native: file(native) }))]
  } catch (error) {
    console.error(error)
    return [...absent, missing(name, `failed: ${error instanceof Error ? error.message : String(error)}`)]
  }
}
