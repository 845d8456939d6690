/**
 * `npm run bench:engine`: compares the engine with llama-bench. The figures are ratios within one run, because the speed of a virtual
 * machine varies between runs. A slow result does not fail the run.
 */
import { llamaTool } from '../llama-bench/build-llama-tool'
import { type RandomModel, randomModel } from '../random-models'
import { withEngine } from './engine-under-test'
import { type Part, parts } from './options'
import { type RowList, ratioBench } from './ratio-bench'
import type { Rounds } from './rounds'
import { missing } from './row'
import { dissectionRows } from './rows/dissection'
import { grammarRows } from './rows/grammar'
import { pocketRows } from './rows/pocket'
import { isQuietPart, quietRows } from './rows/quiet-turns'
import { underLoadRows } from './rows/under-load'
import { windowRows } from './rows/window'

export const engineBench = (args: readonly string[]): Promise<number> => ratioBench({ command: 'bench:engine', parts, measure }, args)

async function measure(list: RowList, rounds: Rounds, wanted: ReadonlySet<Part>): Promise<void> {
  const models = [await randomModel('small'), await randomModel('large')]
  const [small] = models as [RandomModel]
  const tool = llamaTool('llama-bench')
  const builtTool = 'path' in tool ? tool : undefined
  const cores = await withEngine(small.path, 1, 256, async (engine) => engine.info.cores)
  const threadCounts = [...new Set([cores, 1])]
  if ([...wanted].some(isQuietPart)) {
    if ('missing' in tool) list.add(missing('decode, prefill, ITL', tool.missing))
    else
      for (const model of models)
        for (const threads of threadCounts)
          await list.measure(`${model.size}, ${threads} threads`, () =>
            quietRows(rounds, tool, model, threads, partsWith(threads, cores, wanted)),
          )
  }
  if (wanted.has('dissect'))
    for (const threads of threadCounts) await list.measure('ms per token', () => dissectionRows(rounds, builtTool, small, threads))
  if (wanted.has('load')) await list.measure('one core busy', () => underLoadRows(rounds, builtTool, small, threadCounts))
  if (wanted.has('window')) await list.measure('window', () => windowRows(rounds, small, cores))
  if (wanted.has('grammar')) await list.measure('grammar', () => grammarRows(rounds, small, cores))
  if (wanted.has('pocket')) await list.measure('pocket', () => pocketRows(rounds))
}

/** The engine prefills a long prompt with all cores, even if `threads` is lower. */
function partsWith(threads: number, cores: number, parts: ReadonlySet<Part>): ReadonlySet<Part> {
  return threads === cores ? parts : new Set([...parts].filter((part) => part !== 'prefill'))
}
