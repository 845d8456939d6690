import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { thisProcessor, writeMachineFile } from '../../bandwidth/machine-file'

const root = join(import.meta.dirname, '../../..')
const pocket = join(root, 'native-models/pocket/pocket-f16.gguf')
const folder = mkdtempSync(join(tmpdir(), 'headroom-bandwidth-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const command = (...args: readonly string[]) => [join(root, 'out/cli/index.mjs'), 'bandwidth', ...args, '--data', folder]
const headroom = (...args: readonly string[]) => spawnSync(process.execPath, command(...args), { encoding: 'utf8' })

const memory = {
  measuredAt: 1,
  ...thisProcessor(),
  memoryBytes: 2 ** 34,
  arrayBytes: 2 ** 29,
  cacheBytes: null,
  byThreads: [{ threads: 1, bytesPerSecond: 20e9 }],
}
const peak = (modelBytes: number) => ({
  measuredAt: 1,
  modelPath: pocket,
  modelName: 'pocket-f16.gguf',
  modelBytes,
  backend: 'cpu' as const,
  threads: 1,
  byBatch: [{ batchTokens: 512, tokensPerSecond: 2000, flopPerSecond: 20e9 }],
})

describe('headroom bandwidth', () => {
  it('calculates the shortest time per token from the stored bandwidth, without measuring again', () => {
    writeMachineFile(folder, { memory, prefill: [peak(statSync(pocket).size)] })
    const { status, stdout, stderr } = headroom('pocket', '--ctx', '1024', '--json')
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    const { decode, weights } = JSON.parse(stdout)
    const read = weights.reduce((sum: number, { bytes }: { bytes: number }) => sum + bytes, 0)
    // 6 layers, K and V, 2 heads of 64 elements, 2 bytes: 3,072 bytes per cell. A token reads all cells and writes one.
    const deepest = decode.find(({ type, tokens }: { type: string; tokens: number }) => type === 'f16' && tokens === 1024)
    expect(deepest).toMatchObject({ cacheBytes: 1024 * 3072, writtenBytes: 3072, movedBytes: read + 1025 * 3072 })
    expect(deepest.allowedItlMs).toBeCloseTo(((read + 1025 * 3072) * 1000) / 20e9, 9)
    expect(headroom('pocket', '--ctx', '1024').stdout).toContain('memory bandwidth: STREAM triad')
  })

  it('measures prefill again if the model file’s length has changed, and exits when it is interrupted', async () => {
    writeMachineFile(folder, { memory, prefill: [peak(1)] })
    const child = spawn(process.execPath, command('pocket', '--ctx', '1024'), { stdio: ['ignore', 'ignore', 'pipe'] })
    const exit = once(child, 'exit')
    expect(String((await once(child.stderr, 'data'))[0])).toContain('measuring prefill speed by micro-batch')
    child.kill('SIGINT')
    expect(await exit).toEqual([130, null])
  })

  it('refuses a second model', () => {
    expect(headroom('pocket', 'pocket')).toMatchObject({ status: 2, stdout: '' })
  })
})
