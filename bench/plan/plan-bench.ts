import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { percentilesOf } from '../../core/stats/percentile'
import { formatBytes, formatCount, formatMs } from '../../core/text/amounts'
import { thisMachine } from '../machine'
import { benchEntry } from '../paths'
import { say } from '../say'
import { largeVocabulary, manyTensors, writeHeaderFile } from './header-files'
import { planManyLines } from './many-lines'
import type { PlanTiming } from './plan-process'
import { slideContext } from './slider'

const gib = 2 ** 30
const files = [
  { name: '150,000 tokens, 300,000 merges', shape: largeVocabulary, dataBytes: 0 },
  { name: 'the same, with 64 GiB of tensor data', shape: largeVocabulary, dataBytes: 64 * gib },
  { name: '1,000 tensors', shape: manyTensors, dataBytes: 0 },
  { name: 'the same, with 64 GiB of tensor data', shape: manyTensors, dataBytes: 64 * gib },
]

export async function planBench(): Promise<number> {
  const rows = ['| plan from a local header | header | file | median | p90 | first | peak memory |', '|---|---|---|---|---|---|---|']
  const written = files.map((file) => ({ ...file, ...writeHeaderFile(file.shape, file.dataBytes) }))
  try {
    for (const { name, path, headerBytes, fileBytes } of written) {
      say(name)
      const output = execFileSync(process.execPath, [benchEntry, 'plan-process', path], { encoding: 'utf8' })
      const { timesMs, firstMs, peakBytes } = JSON.parse(output) as PlanTiming
      const times = [percentileOf(timesMs, 50), percentileOf(timesMs, 90), firstMs].map(formatMs)
      rows.push(`| ${[name, formatBytes(headerBytes), formatBytes(fileBytes), ...times, formatBytes(peakBytes)].join(' | ')} |`)
    }
    say('a slider')
    const moves = slideContext()
    say('10,000 lines')
    const { seconds, lines } = await planManyLines(written.map(({ path }) => path))
    const { cpu, logicalCores, system, node } = thisMachine()
    const slider = `One move of a slider (all layers, all parts, the longest context for nine types; 100 layers): median ${formatMs(percentileOf(moves, 50))}, p99 ${formatMs(percentileOf(moves, 99))}, first ${formatMs(moves[0] ?? 0)}.`
    const many = `${formatCount(lines)} lines through \`headroom plan -\`: ${seconds.toFixed(1)} s.`
    process.stdout.write(`${rows.join('\n')}\n\n${slider}\n${many}\n\n${cpu}, ${logicalCores} logical cores, ${system}, Node ${node}\n`)
    return 0
  } finally {
    for (const { path } of written) rmSync(path, { force: true })
  }
}

const percentileOf = (values: readonly number[], percent: 50 | 90 | 99): number => percentilesOf(values)?.[`p${percent}`] ?? Number.NaN
