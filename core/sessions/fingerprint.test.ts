import { expect, it } from 'vitest'
import type { ContextReport } from '../contract/cache/cache'
import type { EngineInfo } from '../contract/models/models'
import type { GgufHeader, GgufValue } from '../gguf/header'
import { fingerprintDifferences, fingerprintOf, sessionFingerprint } from './fingerprint'

const headerWith = (...metadata: [string, GgufValue][]): GgufHeader => ({
  version: 3,
  metadata: new Map([['general.architecture', 'llama'], ...metadata]),
  tensors: [],
  alignmentBytes: 32,
  dataOffset: 0,
  endOffset: 0,
})
const context = {
  keyType: 'f16',
  valueType: 'q8_0',
  contextTokens: 4096,
  sequences: 1,
  batchTokens: 512,
  swaFullCache: false,
  flashAttention: true,
} as ContextReport
const engine = { engine: 'llama.cpp', release: 'v0.4.0', backend: 'cpu' } as EngineInfo

it('fingerprintOf lists every RoPE key with its value, sorted', () => {
  const one = fingerprintOf('a', headerWith(['llama.rope.freq_base', 10000], ['llama.rope.scaling.type', 'yarn']), context, engine)
  const two = fingerprintOf('a', headerWith(['llama.rope.scaling.type', 'yarn'], ['llama.rope.freq_base', 10000]), context, engine)
  expect(one.rope).toBe('freq_base=10000 scaling.type=yarn')
  expect(one).toMatchObject({ architecture: 'llama', engine: 'llama.cpp v0.4.0, cpu', valueType: 'q8_0' })
  expect(fingerprintDifferences(one, two)).toEqual([])
  expect(sessionFingerprint.parse(JSON.parse(JSON.stringify(one)))).toEqual(one)
})

it('fingerprintDifferences names the fields that differ', () => {
  const one = fingerprintOf('a', headerWith(), context, engine)
  const sections: GgufValue = { elementType: 'u32', length: 2, values: [16, 24] }
  const two = fingerprintOf('b', headerWith(['llama.rope.dimension_sections', sections]), { ...context, keyType: 'q8_0' }, engine)
  expect(two.rope).toBe('dimension_sections=16,24')
  expect(fingerprintDifferences(one, two)).toEqual(['modelHash', 'rope', 'keyType'])
  expect(fingerprintDifferences(one, fingerprintOf('a', headerWith(), { ...context, sequences: 3 }, engine))).toEqual(['sequences'])
  expect(fingerprintDifferences(one, fingerprintOf('a', headerWith(), context, { ...engine, release: 'v0.5.0' }))).toEqual(['engine'])
})
