import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { recordingsFolder } from '../../../main/remote/testing/recordings/recording'
import { plannedBytes } from './planned-bytes'

const mebibyte = 2 ** 20
const allocation = z
  .object({ devices: z.array(z.object({ device: z.string(), modelMiB: z.number(), kvMiB: z.number() })) })
  .parse(JSON.parse(readFileSync(join(recordingsFolder, 'allocation/llama-server-rpc.json'), 'utf8')))
const pocket = join(recordingsFolder, '../../pocket/pocket-f16.gguf')

describe('what llama-server allocated with two RPC workers', () => {
  const { devices } = allocation
  // llama.cpp prints two decimals for each device.
  const rounding = 0.005 * devices.length * mebibyte
  const allocated = (kind: 'modelMiB' | 'kvMiB') => devices.reduce((sum, device) => sum + device[kind], 0) * mebibyte

  it('is the planned cache, on all devices together', async () => {
    const { cacheBytes } = await plannedBytes(pocket, 2048, 2)
    expect(Math.abs(allocated('kvMiB') - cacheBytes)).toBeLessThanOrEqual(rounding)
  })

  it('is the planned weights, with a second copy of the tied embeddings', async () => {
    const { weightBytes } = await plannedBytes(pocket, 2048, 2)
    expect(Math.abs(allocated('modelMiB') - weightBytes)).toBeLessThanOrEqual(rounding)
  })

  it('is on both workers', () => {
    const workers = devices.filter(({ device }) => device.startsWith('RPC'))
    expect(workers).toHaveLength(2)
    for (const { kvMiB } of workers) expect(kvMiB).toBeGreaterThan(0)
  })
})
