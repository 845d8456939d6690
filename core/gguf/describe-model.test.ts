import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { memorySource } from './byte-window'
import { describeModel, vocabularyTokens } from './describe-model'
import type { GgufHeader } from './header'
import { readGgufHeader } from './read-header'
import { type MetadataEntry, type TensorEntry, writeGgufHeader } from './testing/write-gguf'

async function headerIn(bytes: Uint8Array): Promise<GgufHeader> {
  const reading = await readGgufHeader(memorySource(bytes))
  if (!reading.ok) throw new Error(`Expected a header, got ${JSON.stringify(reading)}`)
  return reading.header
}
const headerWith = (metadata: readonly MetadataEntry[], tensors: readonly TensorEntry[] = []): Promise<GgufHeader> =>
  headerIn(writeGgufHeader({ metadata, tensors }).bytes)

describe('describeModel', () => {
  it('matches the model card of the embedded model', async () => {
    const header = await headerIn(readFileSync(new URL('../../native-models/pocket/pocket-f16.gguf', import.meta.url)))
    const layer = 2 * 256 * 256 + 2 * 256 * 128 + 3 * 256 * 704 + 2 * 256
    expect(2566 * 256 + 6 * layer + 256).toBe(5_083_904)
    // Norms are f32, the rest f16.
    const weightBytes = 2 * (5_083_904 - 13 * 256) + 4 * 13 * 256
    expect(describeModel(header)).toMatchObject({
      architecture: 'llama',
      parameters: 5_083_904,
      weightBytes,
      weightType: 'f16',
      layers: 6,
      trainedTokens: 2048,
      hasChatTemplate: true,
    })
    expect(vocabularyTokens(header)).toBe(2566)
  })

  it('returns empty facts if the header has no metadata and no tensors', async () => {
    const header = await headerWith([])
    expect(describeModel(header)).toEqual({
      architecture: '',
      name: undefined,
      parameters: 0,
      weightBytes: 0,
      weightType: 'none',
      layers: 0,
      trainedTokens: 0,
      hasChatTemplate: false,
    })
    expect(vocabularyTokens(header)).toBeUndefined()
  })

  it('names the type of the most parameters, not of the most tensors', async () => {
    const header = await headerWith(
      [],
      [
        { name: 'a', type: 'f32', shape: [10] },
        { name: 'b', type: 'f32', shape: [10] },
        { name: 'c', type: 'q4_K', shape: [256, 2] },
      ],
    )
    expect(describeModel(header)).toMatchObject({ parameters: 532, weightType: 'q4_K', weightBytes: 288 + 80 })
  })

  it('reads counts under the architecture’s name, in any number type', async () => {
    const header = await headerWith([
      ['general.architecture', 'str', 'qwen3'],
      ['llama.block_count', 'u32', 99],
      ['qwen3.block_count', 'u64', 28],
      ['qwen3.context_length', 'u16', 40_960],
    ])
    expect(describeModel(header)).toMatchObject({ layers: 28, trainedTokens: 40_960 })
  })

  it('returns 0 for a count that is negative, fractional, beyond 2^53 or a string', async () => {
    const counts: MetadataEntry[] = [
      ['llama.block_count', 'i32', -1],
      ['llama.block_count', 'f32', 1.5],
      ['llama.block_count', 'f64', Number.NaN],
      ['llama.block_count', 'u64', 2n ** 63n],
      ['llama.block_count', 'str', '32'],
    ]
    for (const count of counts) expect(describeModel(await headerWith([['general.architecture', 'str', 'llama'], count])).layers).toBe(0)
  })

  it('shortens the name to one line of limited length', async () => {
    const nameIn = async (name: string) => describeModel(await headerWith([['general.name', 'str', name]])).name
    expect(await nameIn('  Llama 3\n8B ')).toBe('Llama 3?8B')
    expect(await nameIn(' \n ')).toBeUndefined()
    expect(await nameIn('🦙'.repeat(201))).toBe(`${'🦙'.repeat(200)}…`)
  })

  it('ignores a blank chat template', async () => {
    const has = async (template: string) => describeModel(await headerWith([['tokenizer.chat_template', 'str', template]])).hasChatTemplate
    expect(await has('{{ messages }}')).toBe(true)
    expect(await has(' \n')).toBe(false)
  })
})
