import { describe, expect, it } from 'vitest'
import type { VocabularyDifference } from '../contract/errors/settings-reasons'
import { memorySource } from '../gguf/byte-window'
import { readGgufHeader } from '../gguf/read-header'
import { type MetadataEntry, writeGgufHeader } from '../gguf/testing/write-gguf'
import { type Vocabulary, vocabularyDifference, vocabularyKey, vocabularyOf } from './vocabulary'

const main: Vocabulary = {
  type: 'gpt2',
  addBos: true,
  addEos: false,
  bos: 1,
  eos: 2,
  tokens: Array.from({ length: 300 }, (_, id) => `t${id}`),
}
const spelled = (id: number, text: string) => main.tokens.map((token, at) => (at === id ? text : token))

describe('the vocabulary of a draft model', () => {
  it('is accepted if it equals the main model’s', () => {
    expect(vocabularyDifference(main, main)).toBeNull()
  })
  it.each<[string, Partial<Vocabulary>, VocabularyDifference]>([
    ['another tokenizer', { type: 'llama' }, { kind: 'tokenizer', draft: 'llama', main: 'gpt2' }],
    ['no token before the prompt', { addBos: false }, { kind: 'added-start', addedBy: 'main' }],
    ['another token before the prompt', { bos: 4 }, { kind: 'start-token', draft: 4, main: 1 }],
    ['a token after the prompt', { addEos: true }, { kind: 'added-end', addedBy: 'draft' }],
    ['129 fewer tokens', { tokens: main.tokens.slice(0, 171) }, { kind: 'token-count', draft: 171, main: 300 }],
    ['another token with id 5', { tokens: spelled(5, 'other') }, { kind: 'token', id: 5, draft: 'other', main: 't5' }],
    ['another last token', { tokens: spelled(299, 'other') }, { kind: 'token', id: 299, draft: 'other', main: 't299' }],
    [
      'another token with a long text',
      { tokens: spelled(9, 'x'.repeat(40)) },
      { kind: 'token', id: 9, draft: `${'x'.repeat(20)}…`, main: 't9' },
    ],
  ])('is refused with %s', (_, change, difference) => {
    expect(vocabularyDifference({ ...main, ...change }, main)).toEqual(difference)
  })
  it('is refused if both models end the prompt with a token, but with different ones', () => {
    expect(vocabularyDifference({ ...main, eos: 7 }, main)).toBeNull()
    expect(vocabularyDifference({ ...main, addEos: true, eos: 7 }, { ...main, addEos: true })).toEqual({
      kind: 'end-token',
      draft: 7,
      main: 2,
    })
  })
  it('is accepted if only tokens with an id below 5 differ, or if it has 128 fewer tokens', () => {
    expect(vocabularyDifference({ ...main, tokens: spelled(4, 'other') }, main)).toBeNull()
    expect(vocabularyDifference({ ...main, tokens: main.tokens.slice(0, 172) }, main)).toBeNull()
  })
  it('is accepted if its file says nothing about the tokenizer', () => {
    expect(vocabularyDifference({ ...main, type: null, addBos: null, addEos: null, bos: null, eos: null }, main)).toBeNull()
  })
})

describe('the vocabulary of a header', () => {
  const headerWith = async (metadata: readonly MetadataEntry[], keptTexts = [vocabularyKey]) => {
    const reading = await readGgufHeader(memorySource(writeGgufHeader({ metadata, tensors: [] }).bytes), { keptTexts })
    if (!reading.ok) throw new Error(`Expected a header, got ${reading.code}`)
    return reading.header
  }
  const tokens: MetadataEntry = ['tokenizer.ggml.tokens', 'arr', 'str', ['a', 'b']]

  it('includes the ids of its BOS and EOS tokens, and whether a prompt gets them', async () => {
    const header = await headerWith([
      ['tokenizer.ggml.model', 'str', 'gpt2'],
      tokens,
      ['tokenizer.ggml.bos_token_id', 'u32', 3],
      ['tokenizer.ggml.add_bos_token', 'bool', true],
    ])
    expect(vocabularyOf(header)).toEqual({ type: 'gpt2', addBos: true, addEos: null, bos: 3, eos: null, tokens: ['a', 'b'] })
  })
  it('is null if the header has no tokens or their texts were not kept', async () => {
    expect(vocabularyOf(await headerWith([['general.name', 'str', 'x']]))).toBeNull()
    expect(vocabularyOf(await headerWith([tokens], []))).toBeNull()
  })
})
