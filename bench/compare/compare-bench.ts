/**
 * `npm run bench:compare`: compares Headroom with llama-bench and llama-perplexity, built from the same source. A slow result does not fail
 * the run.
 */

import { connectControl } from '../../main/supervisor/engine-client'
import { forkEngine } from '../../main/supervisor/fork-engine'
import { withEngine } from '../engine/engine-under-test'
import { type RowList, ratioBench } from '../engine/ratio-bench'
import type { Rounds } from '../engine/rounds'
import { missing, type Row } from '../engine/row'
import { llamaTool } from '../llama-bench/build-llama-tool'
import { shippedTool } from '../llama-bench/shipped-tool'
import type { Tool, ToolName } from '../llama-bench/tool-source'
import { resources } from '../paths'
import { randomModel } from '../random-models'
import { qualityRows } from './quality-rows'
import { speedRows, type Tools } from './speed-rows'

const parts = ['speed', 'quality', 'cuda'] as const
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
  if (wanted.has('cuda')) await list.measure('CUDA', () => cudaRows(list, rounds, threads))
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

async function cudaRows(list: RowList, rounds: Rounds, threads: number): Promise<readonly Row[]> {
  const name = await cudaDevice()
  if (name === undefined) return [missing('CUDA', 'llama.cpp cannot use CUDA here; see headroom backends')]
  const shipped = shippedTool('llama-bench', 'cuda')
  if ('missing' in shipped) return [missing('CUDA', shipped.missing)]
  const { size, path } = await randomModel('huge')
  await speedRows(list, rounds, { shipped, native: undefined }, { name: size, path, threads, gpu: { backend: 'cuda', name } })
  return []
}

/** undefined if llama.cpp cannot use CUDA. */
async function cudaDevice(): Promise<string | undefined> {
  const process = await forkEngine(resources.engineEntry)()
  try {
    return (await connectControl(process).start({ gpuBackend: 'cuda' })).devices[0]
  } catch {
    return undefined
  } finally {
    process.kill()
  }
}

function toolsOf(name: ToolName, list: RowList): Tools {
  const [shipped, native] = [shippedTool(name), llamaTool(name)]
  for (const tool of [shipped, native]) if ('missing' in tool) list.add(missing(name, tool.missing))
  const file = (tool: Tool) => ('path' in tool ? tool : undefined)
  return { shipped: file(shipped), native: file(native) }
}
