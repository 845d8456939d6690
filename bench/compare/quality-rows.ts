import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ReadLogits } from '../../core/contract/compare/compare-tasks'
import { benchSettings } from '../engine/engine-under-test'
import type { RowList } from '../engine/ratio-bench'
import type { Rounds } from '../engine/rounds'
import { amount, atLeast, type Row, ratioOf } from '../engine/row'
import type { ToolFile } from '../llama-bench/tool-source'
import { root, workFolder } from '../paths'
import { measureWith } from './measuring-engine'
import { runLlamaPerplexity } from './run-llama-perplexity'

export interface QualitySubject {
  readonly name: string
  readonly path: string
  readonly threads: number
  readonly chunks: number
  readonly logits: readonly ReadLogits[]
}

const chunkTokens = 512
const kvType = 'q8_0'

export async function qualityRows(list: RowList, rounds: Rounds, tool: ToolFile, subject: QualitySubject): Promise<void> {
  const { path: modelPath, threads, chunks } = subject
  const text = readFileSync(join(root, 'native-models/pocket/eval/heldout.txt'), 'utf8').replace(/<\|[^|]*\|>/g, '')
  const textPath = join(workFolder, 'perplexity-text.txt')
  writeFileSync(textPath, text)
  const settings = { ...benchSettings, threads }
  const ours = async (logits: ReadLogits) => {
    const quantized = { ...settings, keyType: kvType, valueType: kvType } as const
    const task = { kind: 'quality', reference: settings, settings: quantized, text, chunkTokens, maxChunks: chunks, logits } as const
    return (await measureWith(modelPath, task)).tokensPerSecond
  }
  for (const logits of subject.logits) {
    const what = `${subject.name}, ${threads} threads: quality of ${kvType}, ${logits}`
    const contestants = {
      ours: () => ours(logits),
      theirs: () => runLlamaPerplexity(tool, { modelPath, textPath, threads, kvType, chunkTokens, chunks }),
    }
    await list.measure(what, async () => [rowOf(what, logits, await rounds.play<{ ours: number; theirs: number }>(what, contestants))])
  }
}

function rowOf(what: string, logits: ReadLogits, played: readonly { readonly ours: number; readonly theirs: number }[]): Row {
  const ours = played.map((round) => round.ours)
  const theirs = played.map((round) => round.theirs)
  const note =
    logits === 'full'
      ? 'node-llama-cpp converts every probability to a JavaScript number; half a microsecond each is noticeable with a small model'
      : null
  return {
    what,
    ours: amount(ours, 'tok/s'),
    theirs: amount(theirs, 'tok/s', 'llama-perplexity'),
    ratio: ratioOf(ours, theirs),
    aim: atLeast(0.8),
    note,
  }
}
