/**
 * `npm run bench:compare`: compares Headroom with llama-bench and llama-perplexity, built from the same source. A slow result does not fail
 * the run.
 */

import { withEngine } from '../engine/engine-under-test'
import { type RowList, ratioBench } from '../engine/ratio-bench'
import type { Rounds } from '../engine/rounds'
import { missing } from '../engine/row'
import { llamaTool } from '../llama-bench/build-llama-tool'
import { shippedTool } from '../llama-bench/shipped-tool'
import type { Tool, ToolName } from '../llama-bench/tool-source'
import { resources } from '../paths'
import { randomModel } from '../random-models'
import { qualityRows } from './quality-rows'
import { speedRows, type Tools } from './speed-rows'

const parts = ['speed', 'quality'] as const
type Part = (typeof parts)[number]

export const compareBench = (args: readonly string[]): Promise<number> => ratioBench({ command: 'bench:compare', parts, measure }, args)

async function measure(list: RowList, rounds: Rounds, wanted: ReadonlySet<Part>): Promise<void> {
  const [small, large] = [await randomModel('small'), await randomModel('large')]
  const threads = await withEngine(small.path, 1, 256, async ({ info }) => info.cores)
  const pocket = resources.embeddedModelPath
  if (wanted.has('speed')) {
    const tools = toolsOf('llama-bench', list)
    await speedRows(list, rounds, tools, { name: small.size, path: small.path, threads })
    await speedRows(list, rounds, tools, { name: large.size, path: large.path, threads, only: 'tg' })
    // One thread, as calibration chooses: with two, each thread has too little work between two barriers.
    await speedRows(list, rounds, tools, { name: 'Pocket', path: pocket, threads: 1 })
  }
  if (wanted.has('quality')) {
    const { shipped, native } = toolsOf('llama-perplexity', list)
    const tool = shipped ?? native
    if (!tool) return
    const onPocket = { name: 'Pocket, vocabulary 2,560', path: pocket, threads, chunks: 12, logits: ['full', 'head-and-tail'] } as const
    const onLarge = { name: `${large.size}, vocabulary 32,000`, path: large.path, threads, chunks: 4, logits: ['head-and-tail'] } as const
    await qualityRows(list, rounds, tool, onPocket)
    await qualityRows(list, rounds, tool, onLarge)
  }
}

function toolsOf(name: ToolName, list: RowList): Tools {
  const [shipped, native] = [shippedTool(name), llamaTool(name)]
  for (const tool of [shipped, native]) if ('missing' in tool) list.add(missing(name, tool.missing))
  const file = (tool: Tool) => ('path' in tool ? tool : undefined)
  return { shipped: file(shipped), native: file(native) }
}
