import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getLlama, type Llama, LlamaLogLevel } from 'node-llama-cpp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { quantizedPocket } from '../../../native-models/testing/quantized-pocket'
import { type SplitLies, splitGguf } from '../testing/write-split'
import { checkModelFile } from './check-model-file'

const pocket = new Uint8Array(readFileSync(await quantizedPocket()))
let llama: Llama
let folder: string
beforeAll(async () => {
  llama = await getLlama({ gpu: false, build: 'never', logLevel: LlamaLogLevel.disabled })
  folder = mkdtempSync(join(tmpdir(), 'headroom-split-'))
})
// llama.dispose() never resolves after a failed load.
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const works = (work: Promise<unknown>): Promise<boolean> =>
  work.then(
    () => true,
    () => false,
  )
async function loads(path: string): Promise<boolean> {
  return works(llama.loadModel({ modelPath: path, ignoreMemorySafetyChecks: true }).then((model) => model.dispose()))
}

const cases: readonly [name: string, counts: readonly number[], lies: SplitLies, good: boolean][] = [
  ['in three parts', [20, 30, 6], {}, true],
  ['whose first part has no tensors', [0, 56], {}, true],
  ['with two parts in each other’s place', [20, 30, 6], { numbers: [0, 2, 1] }, false],
  ['opened by a later part', [20, 36], { numbers: [1, 0] }, false],
  ['with a part that has no number', [20, 30, 6], { numbers: [0, undefined, 2] }, false],
  ['with one tensor too few', [20, 30, 6], { tensorsInAll: 57 }, false],
  ['with one tensor too many', [20, 30, 6], { tensorsInAll: 55 }, false],
]
for (const [name, counts, lies, good] of cases)
  it(`a model ${name} is ${good ? 'read and loaded' : 'refused by Headroom and by llama.cpp'}`, async () => {
    const parts = await splitGguf(pocket, join(folder, name.replace(/\W+/g, '-')), counts, lies)
    for (const [path, bytes] of parts) writeFileSync(path, bytes)
    const [first = ''] = parts.keys()
    expect([await works(checkModelFile(first)), await loads(first)]).toEqual([good, good])
  })
