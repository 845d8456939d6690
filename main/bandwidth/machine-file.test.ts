import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { MemoryBandwidth, PrefillPeak } from '../../core/contract/models/bandwidth'
import { machineFileName, readMachineFile, thisProcessor, withPeak, writeMachineFile } from './machine-file'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'headroom-machine-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const memory: MemoryBandwidth = {
  ...{ measuredAt: 1, ...thisProcessor(), memoryBytes: 2 ** 34, arrayBytes: 2 ** 28, cacheBytes: null },
  byThreads: [{ threads: 1, bytesPerSecond: 10e9 }],
}
const peak = (modelPath: string, ...rates: readonly (readonly [batchTokens: number, flopPerSecond: number])[]): PrefillPeak => ({
  ...{ measuredAt: 1, modelPath, modelName: 'a model', modelBytes: 1, backend: 'cpu', threads: 2 },
  byBatch: rates.map(([batchTokens, flopPerSecond]) => ({ batchTokens, tokensPerSecond: 1, flopPerSecond })),
})
const nothing = { memory: null, prefill: [] }
const ratesIn = ({ prefill }: { readonly prefill: readonly PrefillPeak[] }) =>
  prefill.map(({ modelPath, byBatch }) => [modelPath, byBatch.map(({ batchTokens, flopPerSecond }) => [batchTokens, flopPerSecond])])

describe('the measurements of this machine', () => {
  it('are read as they were written', () => {
    const measured = { memory, prefill: [peak('/a.gguf', [1, 10], [512, 400])] }
    writeMachineFile(folder, measured)
    expect(readMachineFile(folder)).toMatchObject(measured)
  })
  it('are empty if the file is missing, damaged or from another machine', () => {
    expect(readMachineFile(folder)).toEqual(nothing)
    writeMachineFile(folder, { memory, prefill: [] })
    const path = join(folder, machineFileName)
    const text = readFileSync(path, 'utf8')
    writeFileSync(path, text.slice(0, -5))
    expect(readMachineFile(folder)).toEqual(nothing)
    writeFileSync(path, JSON.stringify({ ...JSON.parse(text), cpu: 'another processor' }))
    expect(readMachineFile(folder)).toEqual(nothing)
  })
  it('are read without the part that is invalid', () => {
    const prefill = [peak('/a.gguf', [1, 10])]
    writeMachineFile(folder, { memory, prefill })
    const path = join(folder, machineFileName)
    writeFileSync(path, JSON.stringify({ ...JSON.parse(readFileSync(path, 'utf8')), memory: { byThreads: [] } }))
    expect(readMachineFile(folder)).toMatchObject({ memory: null, prefill })
  })
})

describe('the prefill peak of a model', () => {
  it('is the highest rate at each micro-batch, whichever benchmark measured it', () => {
    const first = withPeak(nothing, peak('/a.gguf', [1, 10], [512, 400]))
    const second = withPeak(first, peak('/a.gguf', [256, 390], [512, 300]))
    expect(ratesIn(second)).toEqual([
      [
        '/a.gguf',
        [
          [1, 10],
          [256, 390],
          [512, 400],
        ],
      ],
    ])
  })
  it('is replaced by a measurement of all its micro-batches', () => {
    const first = withPeak(nothing, peak('/a.gguf', [1, 10], [512, 400]))
    expect(ratesIn(withPeak(first, peak('/a.gguf', [1, 9], [64, 100], [512, 300])))).toEqual([
      [
        '/a.gguf',
        [
          [1, 9],
          [64, 100],
          [512, 300],
        ],
      ],
    ])
  })
  it('keeps the highest rate of decode tests', () => {
    const first = withPeak(nothing, { ...peak('/a.gguf', [1, 10]), decodeFlopPerSecond: 9e9 })
    expect(withPeak(first, peak('/a.gguf', [1, 9])).prefill[0]?.decodeFlopPerSecond).toBe(9e9)
    const higher = { ...peak('/a.gguf', [1, 9]), decodeFlopPerSecond: 10e9 }
    expect(withPeak(first, higher).prefill[0]?.decodeFlopPerSecond).toBe(10e9)
  })
  it('does not change the peaks of other model files', () => {
    const both = withPeak(withPeak(nothing, peak('/a.gguf', [1, 10])), peak('/b.gguf', [1, 20]))
    expect(ratesIn(both)).toEqual([
      ['/b.gguf', [[1, 20]]],
      ['/a.gguf', [[1, 10]]],
    ])
  })
})
