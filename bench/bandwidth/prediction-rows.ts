/**
 * Predicts ITL at deep contexts from ITL at shallow ones. Each round measures every depth, so that drift of the machine does not distort
 * the comparison.
 */

import { decodeStep } from '../../core/bandwidth/decode-grid'
import { itlLine, itlOn } from '../../core/bandwidth/predict-itl'
import type { ReadModel } from '../../core/bandwidth/token-reads'
import { weightReadsOf } from '../../core/bandwidth/weights/weight-reads'
import type { KvType } from '../../core/contract/settings/kv-types'
import { cacheShapeOf } from '../../core/kv/cache-shape-of'
import { median } from '../../core/stats/percentile'
import { checkModelFile } from '../../main/library/header/check-model-file'
import { type MeasuringEngine, withMeasuringEngine } from '../compare/measuring-engine'
import { benchSettings, withEngine } from '../engine/engine-under-test'
import type { Rounds } from '../engine/rounds'
import { amount, atLeast, type Row, ratioOf } from '../engine/row'
import { type RandomModel, randomModel } from '../random-models'

const seen = [256, 512, 1024, 1536]
const unseen = [2048, 3072, 4096]
const types: readonly KvType[] = ['f16', 'q8_0']
const generated = 24
const closeEnough = `and at most 1.10; predicted from measurements at ${seen.join(', ')} cells in the same round`

export async function predictionRows(rounds: Rounds, shapes: readonly Parameters<typeof randomModel>[0][]): Promise<Row[]> {
  const rows: Row[] = []
  for (const shape of shapes) {
    const model = await randomModel(shape)
    const threads = await withEngine(model.path, 1, 256, async ({ info }) => info.cores)
    for (const type of types) rows.push(...(await rowsOf(rounds, model, threads, type)))
  }
  return rows
}

async function rowsOf(rounds: Rounds, { size, path }: RandomModel, threads: number, type: KvType): Promise<Row[]> {
  const settings = { ...benchSettings, threads, keyType: type, valueType: type }
  const model = await readModel(path)
  const bytesAt = (tokens: number) => decodeStep(model, { ...settings, contextTokens: 8192 }, tokens).cacheBytes
  const played = await withMeasuringEngine(path, (engine) =>
    rounds.play<Record<string, number>>(
      `${size}, ${type}`,
      Object.fromEntries([...seen, ...unseen].map((depth) => [depth, () => itlMs(engine, settings, depth)])),
    ),
  )
  return unseen.map((depth) => {
    const predicted = played.map((round) => {
      const line = itlLine(
        seen.map((tokens) => ({ tokens: tokens + generated / 2, itlMs: round[tokens] as number })),
        bytesAt,
      )
      return line ? itlOn(line, bytesAt(depth + generated / 2)) : Number.NaN
    })
    const measured = played.map((round) => round[depth] as number)
    return {
      what: `${size}, ${type}: ITL @ d${depth}`,
      ours: amount(predicted, 'ms', 'predicted'),
      theirs: amount(measured, 'ms', 'measured'),
      ratio: ratioOf(predicted, measured),
      aim: atLeast(0.9),
      note: closeEnough,
    }
  })
}

async function readModel(path: string): Promise<ReadModel> {
  const { header } = await checkModelFile(path)
  const weights = weightReadsOf(header)
  if (!weights) throw new Error(`Expected tensors in ${path}`)
  return { shape: cacheShapeOf(header), weights }
}

async function itlMs(engine: MeasuringEngine, settings: typeof benchSettings, depth: number): Promise<number> {
  const test = { prompt: 0, generated, depth }
  const { itlMs: gaps } = await engine.measure({ kind: 'speed', settings, test, repetitions: 1, warmUp: true })
  return median(gaps)
}
