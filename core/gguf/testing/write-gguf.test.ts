import { describe, expect, it } from 'vitest'
import { memorySource } from '../byte-window'
import { readGgufHeader } from '../read-header'
import { type GgufPlan, writeGgufHeader } from './write-gguf'

async function readBack(plan: GgufPlan) {
  const written = writeGgufHeader(plan)
  const reading = await readGgufHeader(memorySource(written.bytes))
  if (!reading.ok) throw new Error(`Expected a header, got ${JSON.stringify(reading)}`)
  return { written, header: reading.header }
}

describe('writeGgufHeader', () => {
  it('writes 24 bytes and padding for an empty model', () => {
    const { bytes, tensorRanges, fileBytes } = writeGgufHeader({ metadata: [], tensors: [] })
    expect([...bytes.subarray(0, 8)]).toEqual([0x47, 0x47, 0x55, 0x46, 3, 0, 0, 0])
    expect(bytes).toHaveLength(32)
    expect(tensorRanges).toEqual([])
    expect(fileBytes).toBe(32)
  })

  it('writes values that the reader returns unchanged', async () => {
    const { header } = await readBack({
      version: 2,
      metadata: [
        ['general.architecture', 'str', 'llama'],
        ['count', 'u64', 2n ** 60n],
        ['ratio', 'f32', -0.25],
        ['on', 'bool', true],
        ['per layer', 'arr', 'i16', [1, -2, 3]],
        ['flags', 'arr', 'bool', [true, false]],
        ['words', 'arr', 'str', ['α', '']],
      ],
      tensors: [],
    })
    expect(header.version).toBe(2)
    expect(Object.fromEntries(header.metadata)).toEqual({
      'general.architecture': 'llama',
      count: 2n ** 60n,
      ratio: -0.25,
      on: true,
      'per layer': { elementType: 'i16', length: 3, values: [1, -2, 3] },
      flags: { elementType: 'bool', length: 2, values: [true, false] },
      words: { elementType: 'str', length: 2, values: null },
    })
  })

  it('returns the position of each tensor’s data, where the reader finds it', async () => {
    const { written, header } = await readBack({
      metadata: [],
      tensors: [
        { name: 'a', type: 'q4_K', shape: [512, 3] },
        { name: 'b', type: 'f32', shape: [3] },
        { name: 'c', type: 'f16', shape: [] },
      ],
    })
    // 3 rows of 2 blocks of 144 bytes; 12 bytes, padded to 32
    const start = written.bytes.length
    expect(written.tensorRanges).toEqual([
      { offset: start, bytes: 864 },
      { offset: start + 864, bytes: 12 },
      { offset: start + 896, bytes: 2 },
    ])
    expect(written.fileBytes).toBe(start + 928)
    expect(header.dataOffset).toBe(start)
    expect(header.tensors.map(({ offsetBytes, bytes }) => ({ offset: start + offsetBytes, bytes }))).toEqual(written.tensorRanges)
    expect(header.endOffset).toBe(start + 898)
  })

  it('uses the alignment of its metadata', async () => {
    const tensors = [
      { name: 'a', type: 'i8', shape: [5] },
      { name: 'b', type: 'i8', shape: [5] },
    ]
    const packed = await readBack({ metadata: [['general.alignment', 'u32', 1]], tensors })
    expect(packed.header.tensors[1]?.offsetBytes).toBe(5)
    const spread = await readBack({ metadata: [['general.alignment', 'u32', 4096]], tensors })
    expect(spread.header).toMatchObject({ dataOffset: 4096, endOffset: 2 * 4096 + 5 })
  })

  it('enlarges its buffer for long strings', async () => {
    const long = 'x'.repeat(300_000)
    const { header } = await readBack({ metadata: [['long', 'str', long]], tensors: [] })
    expect(header.metadata.get('long')).toBe(long)
  })

  it('refuses an unknown type, and rows that are not whole blocks of their type', () => {
    const write = (type: string, shape: number[]) => () => writeGgufHeader({ metadata: [], tensors: [{ name: 't', type, shape }] })
    expect(write('q9_9', [32])).toThrow('Expected the name of a ggml type, got q9_9')
    expect(write('q8_0', [33])).toThrow('Expected a multiple of 32 elements for q8_0, got 33')
  })
})
