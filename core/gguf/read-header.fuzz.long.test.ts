/** `HEADROOM_FUZZ_CASES=100000` runs more cases. A case's number is its seed. */
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { errorFacts, failureSchema } from '../contract/errors/errors'
import { billOf } from '../plan/bill'
import type { BillSettings } from '../plan/bill-part'
import type { PlanMachine } from '../plan/machines/machine'
import { planSubjectOf } from '../plan/plan-subject'
import { type Random, seededRandom } from '../stats/seeded-random'
import type { ByteSource } from './byte-window'
import { checkHeader } from './check-header'
import { describeModel } from './describe-model'
import type { GgufHeader, GgufReading } from './header'
import { maxReadBytes, readGgufHeader } from './read-header'
import { grammarMade, mutated } from './testing/broken-headers'
import { writeGgufHeader } from './testing/write-gguf'

const limitMs = 10_000
const caseCount = Number(process.env.HEADROOM_FUZZ_CASES ?? 3000)

const pocket = new Uint8Array(readFileSync(new URL('../../native-models/pocket/pocket-f16.gguf', import.meta.url)).subarray(0, 96 * 1024))
const small = writeGgufHeader({
  metadata: [
    ['general.architecture', 'str', 'llama'],
    ['general.alignment', 'u32', 64],
    ['llama.block_count', 'u32', 2],
    ['split.count', 'u16', 2],
    ['numbers', 'arr', 'i32', [1, 2, 3]],
    ['flags', 'arr', 'bool', [true, false]],
    ['words', 'arr', 'str', ['', 'a', 'bc']],
    ['large', 'u64', 2n ** 60n],
  ],
  tensors: [
    { name: 'a', type: 'q4_K', shape: [256, 3] },
    { name: 'b', type: 'f32', shape: [5] },
    { name: 'c', type: 'q8_0', shape: [32, 2, 2] },
  ],
}).bytes

const bytesOf = (random: Random, index: number): Uint8Array => {
  const kind = random()
  if (kind < 0.25) return mutated(random, pocket, small)
  if (kind < 0.5) return mutated(random, small, pocket)
  return grammarMade(random, [0, 0.005, 0.02, 0.1][index % 4] ?? 0)
}

/** One file in eight claims 1 TiB, so that the reader never reaches its end. */
function sourceOf(random: Random, bytes: Uint8Array): ByteSource & { readBytes: number } {
  const sizeBytes = random() < 1 / 8 ? 2 ** 40 : bytes.length
  return {
    sizeBytes,
    readBytes: 0,
    async read(offset, length) {
      this.readBytes += length
      if (offset + length <= bytes.length) return bytes.subarray(offset, offset + length)
      const part = new Uint8Array(length)
      if (offset < bytes.length) part.set(bytes.subarray(offset))
      return part
    },
  }
}

function expectSound(header: GgufHeader, sizeBytes: number): void {
  expect(header.dataOffset).toBeLessThanOrEqual(sizeBytes)
  expect(Number.isSafeInteger(header.endOffset)).toBe(true)
  let next = 0
  for (const { offsetBytes, bytes, shape, name } of header.tensors) {
    expect(offsetBytes).toBe(next)
    expect(shape.every(Number.isSafeInteger) && shape.length <= 4 && name.length < 64).toBe(true)
    next += Math.ceil(bytes / header.alignmentBytes) * header.alignmentBytes
  }
  for (const amount of Object.values(describeModel(header))) if (typeof amount === 'number') expect(amount).toBeGreaterThanOrEqual(0)
  const check = checkHeader(header, { path: 'm.gguf', sizeBytes, presentPaths: new Set(), release: 'v0' })
  if (!check.ok) expect(failureSchema.safeParse(check).success).toBe(true)
}

const settings: BillSettings = {
  contextTokens: 4096,
  keyType: 'q8_0',
  valueType: 'f16',
  sequences: 2,
  batchTokens: 512,
  swaFullCache: false,
  flashAttention: 'auto',
  gpuLayers: 'auto',
}
const machine: PlanMachine = {
  ram: { totalBytes: 2 ** 34, freeBytes: 2 ** 33 },
  vram: { totalBytes: 2 ** 33, freeBytes: 2 ** 32, devices: [] },
  measuredAtMs: 0,
}

function plan(header: GgufHeader): 'planned' | 'refused' {
  const bill = billOf(planSubjectOf(header, 'fuzzed'), settings, machine)
  const figures = [...bill.parts.map(({ bytes }) => bytes), ...bill.answers.largestContexts.map(({ contextTokens }) => contextTokens)]
  for (const figure of figures) if (!Number.isInteger(figure) || figure < 0) throw new Error(`Expected bytes, got ${figure}`)
  return bill.plan.refused ? 'refused' : 'planned'
}

const outcomeOf = (reading: GgufReading): string => (reading.ok ? 'header' : reading.code)

it(`readGgufHeader returns a header or a coded failure for each of ${caseCount} broken headers`, { timeout: 30 * 60_000 }, async () => {
  const outcomes = new Map<string, number>()
  const plans = new Map<string, number>()
  let slowestMs = 0
  let slowestCase = 0
  let peakBytes = 0
  for (let index = 0; index < caseCount; index++) {
    const random = seededRandom(index)
    const source = sourceOf(random, bytesOf(random, index))
    const startedMs = performance.now()
    const reading = await readGgufHeader(source)
    const planned = reading.ok ? plan(reading.header) : undefined
    const elapsedMs = performance.now() - startedMs
    if (elapsedMs > slowestMs) [slowestMs, slowestCase] = [elapsedMs, index]
    if (index % 64 === 0) peakBytes = Math.max(peakBytes, process.memoryUsage.rss())
    if (planned) plans.set(planned, (plans.get(planned) ?? 0) + 1)
    expect(elapsedMs, `case ${index}`).toBeLessThan(limitMs)
    outcomes.set(outcomeOf(reading), (outcomes.get(outcomeOf(reading)) ?? 0) + 1)
    expect(source.readBytes, `case ${index}`).toBeLessThanOrEqual(maxReadBytes)
    if (reading.ok) expectSound(reading.header, source.sizeBytes)
    else expect(errorFacts[reading.code].safeParse({ path: 'm.gguf', ...reading.facts }).success, `case ${index}`).toBe(true)
  }
  if (process.env.HEADROOM_FUZZ_CASES)
    process.stdout.write(
      `${JSON.stringify({ outcomes: Object.fromEntries(outcomes), plans: Object.fromEntries(plans), slowestMs, slowestCase, peakBytes })}\n`,
    )
  for (const outcome of ['planned', 'refused']) expect(plans.get(outcome)).toBeGreaterThan(0)
  for (const outcome of ['header', 'gguf-not-a-model', 'gguf-version-unsupported', 'gguf-truncated', 'gguf-malformed'])
    expect(outcomes.get(outcome)).toBeGreaterThan(0)
})
