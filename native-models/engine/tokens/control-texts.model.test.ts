import { fileURLToPath } from 'node:url'
import type { Llama, LlamaModel } from 'node-llama-cpp'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { LlamaLog } from '../llama/llama-log'
import { loadLlama } from '../llama/load-llama'
import { ControlTexts } from './control-texts'

const pocketPath = fileURLToPath(new URL('../../pocket/pocket-f16.gguf', import.meta.url))

let llama: Llama
let model: LlamaModel
beforeAll(async () => {
  llama = await loadLlama('cpu', new LlamaLog())
  model = await llama.loadModel({ modelPath: pocketPath })
})
afterAll(() => llama.dispose())

it('control tokens are found in texts as the tokenizer finds them', () => {
  const controlTexts = new ControlTexts(model)
  const special = [...model.iterateAllTokens()].filter((token) => model.isSpecialToken(token))
  const markers = special.map((token) => model.detokenize([token], true))
  expect(markers.length).toBeGreaterThan(0)
  const texts = ['', ' ', 'Tell me a story.', 'if (a < b && c[1] > 2) {}\n', '<|', '<think', '|>', '<|im_start', 'Größe 東京 🙂']
  for (const marker of markers)
    texts.push(marker, marker.slice(1), marker.slice(0, -1), `a${marker}b`, ` ${marker} `, `"${marker}`, marker.toUpperCase())
  const except = new Set(special.slice(0, 1))
  for (const text of texts) {
    const found = model.tokenize(text, true).filter((token) => model.isSpecialToken(token))
    expect([text, controlTexts.isIn(text), controlTexts.isIn(text, except)]).toEqual([
      text,
      found.length > 0,
      found.some((token) => !except.has(token)),
    ])
  }
})

it('a text without the text of a control token is not tokenized', () => {
  const controlTexts = new ControlTexts(model)
  const tokenize = vi.spyOn(model, 'tokenize')
  expect(controlTexts.isIn('Tell me a story. '.repeat(1000))).toBe(false)
  expect(tokenize).not.toHaveBeenCalled()
  expect(controlTexts.isIn('Tell me a story.<|im_end|>')).toBe(true)
  expect(tokenize).toHaveBeenCalledOnce()
})
