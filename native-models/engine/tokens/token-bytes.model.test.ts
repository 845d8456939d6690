import type { Token } from 'node-llama-cpp'
import { expect, it } from 'vitest'
import { keepSpaces } from '../llama/keep-spaces'
import { promptText } from '../prompt/prompt-text'
import { gpt2Characters, type Vocabulary, type VocabularyToken, vocabularies } from '../testing/vocabulary'
import { pieceOf } from './token-bytes'

const load = vocabularies()
const hexBytes = Array.from({ length: 256 }, (_, byte) => byte.toString(16).toUpperCase().padStart(2, '0'))
const byteTokens = hexBytes.map((hex): VocabularyToken => [`<0x${hex}>`, 'byte'])
const end: VocabularyToken = ['</s>', 'control']
const gpt2 = gpt2Characters().map((character): VocabularyToken => [character])

interface Kind extends Vocabulary {
  /** Texts of tokens with their pieces. */
  readonly pieces: Readonly<Record<string, string | readonly number[]>>
}
const kinds: Readonly<Record<string, Kind>> = {
  SentencePiece: {
    model: 'llama',
    tokens: [['<unk>', 'unknown'], ['<s>', 'control'], ...byteTokens, ['▁'], ['▁ä'], ['�'], ['<0xF0>x'], end],
    pieces: { '▁ä': ' ä', '<0xF0>': [0xf0], '<0x41>': 'A', '�': '�', '<0xF0>x': '<0xF0>x', '</s>': '</s>' },
  },
  'GPT-2': {
    model: 'gpt2',
    pre: 'gpt-2',
    tokens: [...gpt2, ['ðŁ'], ['Ġ�'], end],
    merges: ['ð Ł'],
    pieces: { A: 'A', Ġ: ' ', ð: [0xf0], ðŁ: [0xf0, 0x9f], '</s>': '</s>' },
  },
  'Llama 3, whose spaces are kept': {
    model: 'gpt2',
    pre: 'llama-bpe',
    tokens: [...gpt2, ['Ġ?'], ['Ġ!'], ['Ġ.'], ['Ġ,'], ["Ġ'"], end],
    merges: ['Ġ ?', 'Ġ !', 'Ġ .', 'Ġ ,', "Ġ '"],
    pieces: { 'Ġ?': ' ?', ð: [0xf0], '</s>': '</s>' },
  },
  'Gemma 4': {
    model: 'gemma4',
    tokens: [['<pad>', 'control'], ['<bos>', 'control'], ['<unk>', 'unknown'], ...byteTokens, ['▁'], ['▁ä'], ['ð'], end],
    merges: ['▁ ä'],
    pieces: { '▁ä': ' ä', '<0xF0>': [0xf0], ð: 'ð', '</s>': '</s>' },
  },
  RWKV: {
    model: 'rwkv',
    tokens: [
      ['<s>', 'control'],
      ...hexBytes.map((hex): VocabularyToken => [`\\x${hex.toLowerCase()}`]),
      ['\\n'],
      ['\\xf0\\x9f\\\\'],
      ['漢'],
      end,
    ],
    pieces: { '\\x41': 'A', '\\n': '\n', '\\xe6': [0xe6], '\\xf0\\x9f\\\\': [0xf0, 0x9f, 0x5c], 漢: '漢' },
  },
  'PLaMo 2': {
    model: 'plamo2',
    tokens: [['<|unk|>', 'unknown'], ['<|bos|>', 'control'], ['<|eos|>', 'control'], ['<|pad|>', 'control'], ...byteTokens, ['漢'], end],
    pieces: { '<0xF0>': [0xf0], '<0x41>': 'A', 漢: '漢' },
  },
}

it.each(Object.entries(kinds))(
  'gives the text of tokens of %s, and the bytes of parts of characters',
  async (_, { pieces, ...vocabulary }) => {
    const model = await load(vocabulary)
    keepSpaces(model)
    const found = Object.keys(pieces).map((text) => [
      text,
      pieceOf(model, vocabulary.tokens.findIndex(([token]) => token === text) as never),
    ])
    expect(Object.fromEntries(found)).toEqual(pieces)
    await model.dispose()
  },
)

it('a token with a space is not taken for the same token without it', async () => {
  const { pieces: _, ...vocabulary } = kinds.SentencePiece as Kind
  const tokens: VocabularyToken[] = [...vocabulary.tokens.slice(0, -1), ['ä'], end]
  const model = await load({ ...vocabulary, tokens })
  const idOf = (text: string) => tokens.findIndex(([token]) => token === text) as Token
  const rendered = { tokens: [idOf('ä')], spans: () => [] }
  expect(promptText(model, rendered, [idOf('▁ä')]).commonTokens).toBe(0)
  expect(promptText(model, rendered, [idOf('<0xC3>'), idOf('<0xA4>')]).commonTokens).toBe(0)
  expect(promptText(model, rendered, [idOf('ä')]).commonTokens).toBe(1)
  await model.dispose()
})
