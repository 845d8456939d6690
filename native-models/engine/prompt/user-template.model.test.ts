import { fileURLToPath } from 'node:url'
import type { Llama, LlamaModel } from 'node-llama-cpp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { defaultSampling } from '../../../core/contract/settings/sampling'
import { bundledTemplates } from '../../template/testing/bundled-templates'
import { LlamaLog } from '../llama/llama-log'
import { loadLlama } from '../llama/load-llama'
import { loadModel } from '../llama/load-model'
import { promptRenderer } from './render-prompt'

const pocketPath = fileURLToPath(new URL('../../pocket/pocket-f16.gguf', import.meta.url))
const template = '{% for m in messages %}[{{ m.role }}] {{ m.content }}\n{% endfor %}{% if add_generation_prompt %}[assistant] {% endif %}'

let llama: Llama
let model: LlamaModel
const log = new LlamaLog()
beforeAll(async () => {
  llama = await loadLlama('cpu', log)
  model = await llama.loadModel({ modelPath: pocketPath })
})
afterAll(() => llama.dispose())

it('a user’s chat template renders the prompt, and is reported as the template in use', async () => {
  const renderer = await promptRenderer(model, template)
  expect(renderer.template.source).toBe('user')
  const text = model.detokenize(renderer.render([{ role: 'user', text: 'Hello' }]), true)
  expect(text).toContain('[user] Hello\n')
  expect(text).toContain('[assistant]')
  expect(text).not.toContain('im_start')
})

it('a chat template that reads the tools from another variable, such as Firefunction’s, renders them', async ({ skip }) => {
  const templates = bundledTemplates()
  if (typeof templates === 'string') return skip(templates)
  const renderer = await promptRenderer(model, templates.get('fireworks-ai-llama-3-firefunction-v2'))
  expect(renderer.template).toMatchObject({ source: 'user', abilities: { tools: true, toolCalls: true } })
  const tools = [{ name: 'get_weather', description: 'Weather', parameters: { type: 'object' as const, properties: {} } }]
  const text = model.detokenize(renderer.render([{ role: 'user', text: 'Hello' }], { ...defaultSampling, tools }), true)
  expect(text).toContain('"name": "get_weather"')
  expect(text).toMatch(/Today is \w{3} \d\d \d{4}\./)
})

it('a chat template with a syntax error is refused as a failed template, not as a failed model', async () => {
  const loading = loadModel(llama, log, pocketPath, 0, undefined, () => {}, '{% for m in messages %}')
  await expect(loading).rejects.toMatchObject({ failure: { code: 'template-failed' } })
})
