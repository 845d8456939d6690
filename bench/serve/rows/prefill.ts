import { type MeasuredTurn, withEngine } from '../../engine/engine-under-test'
import type { Rounds } from '../../engine/rounds'
import { amount, atLeast, type Row, ratioOf } from '../../engine/row'
import { runBatchedBench } from '../../llama-bench/run-batched-bench'
import type { ToolFile } from '../../llama-bench/tool-source'
import type { RandomModel } from '../../random-models'
import { prefillOf, turnsAtOnce } from '../turns-at-once'

const promptTokens = 1024
const sequences = 4

export async function prefillRows(rounds: Rounds, tool: ToolFile, { path, size }: RandomModel): Promise<Row[]> {
  return withEngine(
    path,
    'auto',
    promptTokens + 2,
    async (engine) => {
      const threads = engine.context.threads.cores
      const ours = async () => rateOf(await turnsAtOnce(engine, sequences, { promptTokens, outputTokens: 1 }))
      await ours()
      const measured = await rounds.play(`${size}, ${sequences} prompts`, {
        ours,
        theirs: async () => (await runBatchedBench(tool, { modelPath: path, threads, sequences, promptTokens, outputTokens: 1 })).prefill,
      })
      const [own, others] = [measured.map((round) => round.ours), measured.map((round) => round.theirs)]
      return [
        {
          what: `${size}, prefill of ${sequences} prompts of ${promptTokens} tokens at the same time, ${threads} threads`,
          ours: amount(own, 'tok/s'),
          theirs: amount(others, 'tok/s', 'llama-batched-bench'),
          ratio: ratioOf(own, others),
          aim: atLeast(0.95),
          note: 'From the start of the first prefill to the end of the last.',
        },
      ]
    },
    sequences,
  )
}

function rateOf(turns: readonly MeasuredTurn[]): number {
  const spans = turns.map(prefillOf)
  const ms = Math.max(...spans.map(({ to }) => to)) - Math.min(...spans.map(({ from }) => from))
  return (1000 * turns.reduce((sum, { metrics }) => sum + metrics.processedTokens, 0)) / ms
}
