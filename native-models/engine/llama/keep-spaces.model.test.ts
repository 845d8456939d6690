import type { LlamaModel } from 'node-llama-cpp'
import { expect, it } from 'vitest'
import { gpt2Characters, vocabularies } from '../testing/vocabulary'
import { keepSpaces } from './keep-spaces'

const load = vocabularies()
const characters = gpt2Characters()
const space = characters[0x20] as string
const merged = ['?', '!', '.', ',', "'"].map((mark) => [space, mark])
const texts = [...characters, ...merged.map((pair) => pair.join(''))]
const open = (pre: string): Promise<LlamaModel> =>
  load({
    model: 'gpt2',
    pre,
    tokens: [...texts.map((token) => [token] as const), ['<|end|>', 'control']],
    merges: merged.map((pair) => pair.join(' ')),
  })

const text = 'Quelle heure ? Non ! x = a ? b : c , d . 漢字 🙂'

it('the text of a Llama 3 vocabulary keeps the spaces before punctuation that llama_detokenize removes', async () => {
  const model = await open('llama-bpe')
  const ids = model.tokenize(text)
  expect(model.detokenize(ids)).toBe('Quelle heure? Non! x = a? b : c, d. 漢字 🙂')
  expect(keepSpaces(model)).toBe(true)
  expect(model.detokenize(ids)).toBe(text)
  expect(
    ids
      .map((id) => model.detokenize([id]))
      .slice(0, 13)
      .at(-1),
  ).toBe(' ?')
  const end = texts.length
  expect([model.detokenize([end] as never, true), model.detokenize([end] as never)]).toEqual(['<|end|>', ''])
  expect(model.detokenize(ids.slice(-1))).toBe('�')
  await model.dispose()
})

it('a vocabulary whose text loses nothing keeps llama.cpp’s own function', async () => {
  const model = await open('qwen2')
  const ids = model.tokenize(text)
  expect(keepSpaces(model)).toBe(false)
  expect(model.detokenize(ids)).toBe(text)
  await model.dispose()
})
