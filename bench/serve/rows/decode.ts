import { withEngine } from '../../engine/engine-under-test'
import type { Rounds } from '../../engine/rounds'
import { amount, atLeast, type Row, ratioOf } from '../../engine/row'
import { runBatchedBench } from '../../llama-bench/run-batched-bench'
import type { ToolFile } from '../../llama-bench/tool-source'
import type { RandomModel } from '../../random-models'
import { turnsAtOnce } from '../turns-at-once'

/** All prompts fit into one batch, so the answers begin at the same time. */
const promptTokens = 64
const outputTokens = 128
const sequenceCounts = [1, 2, 4, 8]

export async function decodeRows(rounds: Rounds, tool: ToolFile, { path, size }: RandomModel): Promise<Row[]> {
  const rows: Row[] = []
  for (const sequences of sequenceCounts)
    await withEngine(
      path,
      'auto',
      promptTokens + outputTokens,
      async (engine) => {
        const { chosen, cores } = engine.context.threads
        const threads = sequences > 1 ? cores : chosen
        const ours = async () => {
          const turns = await turnsAtOnce(engine, sequences, { promptTokens, outputTokens })
          return turns.reduce((sum, { metrics }) => sum + (metrics.decodeTokensPerSecond ?? 0), 0)
        }
        await ours()
        const measured = await rounds.play(`${size}, ${sequences} sequences`, {
          ours,
          theirs: async () => (await runBatchedBench(tool, { modelPath: path, threads, sequences, promptTokens, outputTokens })).decode,
        })
        const [own, others] = [measured.map((round) => round.ours), measured.map((round) => round.theirs)]
        rows.push({
          what: `${size}, decode of ${sequences} ${sequences === 1 ? 'sequence' : 'sequences'}, ${threads} ${threads === 1 ? 'thread' : 'threads'}`,
          ours: amount(own, 'tok/s'),
          theirs: amount(others, 'tok/s', 'llama-batched-bench'),
          ratio: ratioOf(own, others),
          aim: atLeast(0.95),
          note: `${outputTokens} tokens for each sequence, after prompts of ${promptTokens} tokens. llama-batched-bench does not sample.`,
        })
      },
      sequences,
    )
  return rows
}
