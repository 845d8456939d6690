import { fileURLToPath } from 'node:url'
import type { LlamaModel } from 'node-llama-cpp'
import { expect, it, vi } from 'vitest'
import { LlamaLog } from '../llama/llama-log'
import { loadLlama } from '../llama/load-llama'
import { ControlTexts } from './control-texts'

const pathOf = (name: string) => fileURLToPath(new URL(`../../${name}.gguf`, import.meta.url))
const fixtures = ['llama-gqa', 'gemma3', 'mamba2', 'falcon-h1', 'lfm2-swa', 'deepseek2-mla', 'deepseek4', 'minimax-m3-msa']
const pocket = 'pocket/pocket-f16'

async function withModel(name: string, look: (model: LlamaModel) => void): Promise<void> {
  const llama = await loadLlama('cpu', new LlamaLog())
  const model = await llama.loadModel({ modelPath: pathOf(name) })
  try {
    look(model)
  } finally {
    // llama.dispose() never ends if a model was garbage-collected before it was disposed.
    await model.dispose()
    await llama.dispose()
  }
}

it.each([pocket, ...fixtures.map((name) => `fixtures/${name}`)])('the control tokens of %s are found as the tokenizer finds them', (name) =>
  withModel(name, (model) => {
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
  }),
)

it('a text without the text of a control token is not tokenized', () =>
  withModel(pocket, (model) => {
    const controlTexts = new ControlTexts(model)
    const tokenize = vi.spyOn(model, 'tokenize')
    expect(controlTexts.isIn('Tell me a story. '.repeat(1000))).toBe(false)
    expect(tokenize).not.toHaveBeenCalled()
    expect(controlTexts.isIn('Tell me a story.<|im_end|>')).toBe(true)
    expect(tokenize).toHaveBeenCalledOnce()
  }))
