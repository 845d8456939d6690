import { copyFileSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { qwen32b } from '../core/plan/testing/qwen3-32b'
import { quantizedPocket } from '../native-models/testing/quantized-pocket'
import { expect, quickEngine, test } from './fixture'

test.use({ fakeEngine: quickEngine })

const pocket = await quantizedPocket()

test.describe('with llama.cpp', () => {
  test.use({ fakeEngine: undefined })

  test('the plan for the loaded model matches llama.cpp’s allocation', async ({ app, page }) => {
    await app.ready()
    const allocated = await page
      .getByTitle(/^[\d,]+ bytes$/)
      .first()
      .getAttribute('title')
    await app.showPlanner()
    await expect(page.getByRole('heading', { name: /Pocket/ })).toBeVisible()
    await expect(app.figure('Cache')).toHaveAccessibleName(`Cache: ${allocated}, copy`)
    await expect(page.getByText(/^fits: ≈ [\d.]+ GiB of RAM stays free$/)).toBeVisible()
    await expect(page.getByRole('toolbar', { name: 'Layers' }).getByRole('button')).toHaveCount(6)
  })
})

test('the sliders can be moved by keyboard, and every figure is updated', async ({ app, page }) => {
  await app.ready()
  await app.showPlanner()
  // 6 layers x 2,048 cells x 128 x (2 + 2) B
  await expect(app.figure('Cache')).toHaveAccessibleName('Cache: 6,291,456 bytes, copy')
  await page.getByRole('slider', { name: 'Context slider' }).focus()
  await page.keyboard.press('ArrowRight')
  // 6 x 2,560 x 128 x 4 B
  await expect(page.getByLabel('Context in tokens')).toHaveValue('2,560')
  await expect(app.figure('Cache')).toHaveAccessibleName('Cache: 7,864,320 bytes, copy')
  await page.keyboard.press('PageUp')
  // Twice as many cells: 6 x 5,120 x 128 x 4 B
  await expect(app.figure('Cache')).toHaveAccessibleName('Cache: 15,728,640 bytes, copy')
  await page.getByRole('slider', { name: 'Sequences slider' }).focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect(app.figure('Cache')).toHaveAccessibleName('Cache: 47,185,920 bytes, copy')
  await expect(app.figure('One more sequence')).toHaveAccessibleName('One more sequence: 15,728,640 bytes, copy')
  // 3,000 tokens take 3,072 cells: 3 x 6 x 3,072 x 128 x 4 B
  await page.getByLabel('Context in tokens').fill('3000')
  await expect(app.figure('Cache')).toHaveAccessibleName('Cache: 28,311,552 bytes, copy')
  await page.getByLabel('Context in tokens').fill('abc')
  await expect(page.getByText('for the last valid settings; correct “Context”')).toBeVisible()
  await expect(page.getByText(/^fits: /)).toHaveCount(0)
  await page.getByLabel('Context in tokens').fill('3000')
  await expect(page.getByText(/^fits: /)).toBeVisible()
  await app.choose('K type', 'q8_0')
  await app.choose('V type', 'q4_0')
  // 3 x 6 x 3,072 x 4 blocks x (34 + 18) B
  await expect(app.figure('Cache')).toHaveAccessibleName('Cache: 11,501,568 bytes, copy')
  await page.getByRole('toolbar', { name: 'Layers' }).getByRole('button').first().focus()
  await page.keyboard.press('ArrowRight')
  // One layer's K: 3 x 3,072 x 4 x 34 B
  await expect(app.figure('K of layer 1')).toHaveAccessibleName('K of layer 1: 1,253,376 bytes, copy')
})

test('the planner shows the exact size of a preset’s cache, and how far off wrong formulas are', { tag: '@full' }, async ({
  app,
  page,
}) => {
  await app.ready()
  await app.showPlanner()
  await page.getByRole('tab', { name: 'Presets' }).click()
  await app.choose('Preset', 'Gemma 3 27B')
  await page.getByLabel('Context in tokens').fill('131072')
  // (10 full layers x 131,072 cells + 52 sliding layers x 1,792 cells) x 2 x 16 x 128 x 2 B. 1,792 is 1,024 + 513, rounded up.
  await expect(app.figure('Cache')).toHaveAccessibleName('Cache: 11,500,781,568 bytes, copy')
  await expect(page.getByText('huggingface.co/google/gemma-3-27b-it')).toBeVisible()
  await expect(page.getByText('52 layers × 1,792 cells × (K 2,048 × 2 B + V 2,048 × 2 B)')).toBeVisible()
  // 62 x 131,072 cells would take 66,571,993,088 B.
  const wrong = page.getByRole('list', { name: 'Wrong formulas' }).getByRole('listitem')
  await expect(wrong.filter({ hasText: 'a cell for every token' })).toContainText('5.79 × too high')
  // The formulas use 32 heads instead of 16, and 5,376 elements instead of 2,048.
  await expect(wrong.filter({ hasText: '32 query heads' })).toContainText('2 × too high')
  await expect(wrong.filter({ hasText: 'width of the model' })).toContainText('2.63 × too high')

  await page.getByRole('switch', { name: 'Full sliding-window cache' }).click()
  await expect(app.figure('Cache')).toHaveAccessibleName('Cache: 66,571,993,088 bytes, copy')
  await page.getByRole('combobox', { name: 'Compare with' }).click()
  await page.getByRole('option', { name: 'DeepSeek V3', exact: true }).click()
  const lines = page.getByRole('list', { name: 'Chart lines' })
  // 131,072 x 576 x 61 x 2 B
  await expect(lines.getByRole('button', { name: 'DeepSeek V3: 9,210,691,584 bytes, copy' })).toBeVisible()
  await page.getByRole('button', { name: 'Cache types' }).click()
  await expect(lines.getByRole('listitem')).toHaveCount(7)
  await page.getByRole('button', { name: 'Linear' }).click()
  await expect(page.getByLabel('Growth of the cache with the context, linear axes')).toBeVisible()
})

test('settings that llama.cpp refuses are disabled, and a plan with them says why', { tag: '@full' }, async ({ app, page }) => {
  await app.ready()
  await app.showPlanner()
  await app.choose('K type', 'q8_0')
  await app.choose('Flash attention', 'off')
  await page.getByRole('combobox', { name: 'V type' }).click()
  const option = page.getByRole('option', { name: /q8_0/ })
  await expect(option).toContainText('V as q8_0 needs flash attention, which is off.')
  await expect(option).toHaveAttribute('aria-disabled', 'true')
  await page.keyboard.press('Escape')
  // K and V are one tensor, so V is quantized too.
  await page.getByRole('tab', { name: 'Presets' }).click()
  await app.choose('Preset', 'DeepSeek V3 Latent')
  await expect(page.getByRole('alert')).toContainText('V as q8_0 needs flash attention, which is off.')
  await app.choose('Flash attention', 'on')
  await expect(page.getByRole('alert')).toHaveCount(0)
  // 8,192 x 61 x 18 blocks x 34 B
  await expect(app.figure('Cache')).toHaveAccessibleName('Cache: 305,823,744 bytes, copy')
})

test('a file and a path can be planned, and a broken file and an unreachable address are refused', { tag: '@desktop' }, async ({
  app,
  page,
}) => {
  await app.ready()
  await app.showPlanner()
  await page.getByRole('tab', { name: 'Other' }).click()
  const copy = join(app.folder, 'copy of a model.gguf')
  copyFileSync(pocket, copy)
  await page.getByLabel('File to plan for').setInputFiles(copy)
  await expect(app.figure('Cache')).toHaveAccessibleName('Cache: 6,291,456 bytes, copy')

  const short = join(app.folder, 'short.gguf')
  copyFileSync(pocket, short)
  truncateSync(short, 3000)
  await app.drop(short)
  await expect(page.getByRole('alert')).toContainText('short.gguf is cut off')
  await expect(app.figure('Cache')).toBeVisible()
  await page.getByLabel('Path or address to plan for').fill('https://127.0.0.1:1/model.gguf')
  await page.getByRole('button', { name: 'Plan', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText('127.0.0.1:1 refused the connection.')
  await page.getByRole('alert').getByRole('button', { name: 'Dismiss' }).click()
  await page.getByRole('region', { name: 'By layer' }).scrollIntoViewIfNeeded()
  await page.getByRole('button', { name: 'Plan', exact: true }).click()
  await expect(page.getByRole('alert')).toBeInViewport({ ratio: 1 })
  await page.setViewportSize({ width: 640, height: 640 })
  await page.getByRole('alert').getByRole('button', { name: 'Dismiss' }).click()
  await page.getByRole('button', { name: 'Plan', exact: true }).click()
  await expect(page.getByRole('alert')).toBeInViewport({ ratio: 1 })
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByLabel('Path or address to plan for').fill(copy)
  await page.getByLabel('Path or address to plan for').press('Enter')
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('a pasted config.json can be planned, and an invalid one is refused', { tag: '@full' }, async ({ app, page }) => {
  await app.ready()
  await app.showPlanner()
  await page.getByRole('tab', { name: 'Other' }).click()
  const text = page.getByLabel('Text of a config.json')
  const config = {
    architectures: ['LlamaForCausalLM'],
    model_type: 'llama',
    hidden_size: 4096,
    intermediate_size: 14_336,
    max_position_embeddings: 131_072,
    num_attention_heads: 32,
    num_hidden_layers: 32,
    num_key_value_heads: 8,
    vocab_size: 128_256,
  }
  await text.fill(JSON.stringify(config))
  await page.getByRole('button', { name: 'Plan this config.json' }).click()
  // 8,192 tokens x 2 x 32 layers x 8 x 128 x 2 B
  await expect(app.figure('Cache')).toHaveAccessibleName('Cache: 1,073,741,824 bytes, copy')
  const { num_hidden_layers: _, ...without } = config
  await text.fill(JSON.stringify(without))
  await page.getByRole('button', { name: 'Plan this config.json' }).click()
  await expect(page.getByRole('alert')).toContainText('"num_hidden_layers" is missing')
  await text.fill('no JSON')
  await page.getByRole('button', { name: 'Plan this config.json' }).click()
  await expect(page.getByRole('alert')).toContainText('config.json')
})

test('one click finds what makes a 32B model with a long context fit into 24 GB, and another one uses it', { tag: '@full' }, async ({
  app,
  page,
}) => {
  await app.ready()
  await app.showPlanner()
  await page.getByRole('tab', { name: 'Other' }).click()
  await page.getByLabel('Text of a config.json').fill(JSON.stringify(qwen32b))
  await page.getByRole('button', { name: 'Plan this config.json' }).click()
  await app.choose('Machine to plan for', 'GeForce RTX 4090')
  await app.choose('Weight type', 'q5_K_M')
  await page.getByLabel('Context in tokens').fill('24576')
  await page.getByRole('button', { name: 'Find changes that make it fit' }).click()
  const ways = page.getByRole('list', { name: 'What would make it fit' }).getByRole('listitem')
  await expect(ways).toHaveText([/^Context of 1,024 tokens/, /^\d+ GPU layers/, /^Weights as q3_K_S/])
  await ways.getByRole('button', { name: 'Use: Weights as q3_K_S' }).click()
  await expect(page.getByText(/^fits: .* GiB of VRAM stay free$/)).toBeVisible()
})

test('the table of layers can be saved as a CSV file, and a click on a figure copies the figure', { tag: '@full' }, async ({
  app,
  page,
}) => {
  await app.ready()
  await app.showPlanner()
  const saved = await app.download(() => page.getByRole('button', { name: 'Save as CSV' }).click())
  expect(saved.name).toMatch(/-layers\.csv$/)
  // 2,048 cells x 128 x 2 B
  const layer = (index: number) => `${index},full,2048,524288,524288,0,1048576`
  const lines = ['layer,kind,cells,k_bytes,v_bytes,state_bytes,bytes', ...[0, 1, 2, 3, 4, 5].map(layer), '']
  expect(readFileSync(saved.path, 'utf8')).toBe(lines.join('\r\n'))
  await app.figure('Cache').click()
  await expect(page.getByText('6,291,456 bytes: copied')).toBeVisible()
})

test('the plan for an architecture that llama.cpp does not know is marked as assumed', { tag: '@full' }, async ({ app, page }) => {
  await app.ready()
  await app.showPlanner()
  const { writeGgufHeader } = await import('../core/gguf/testing/write-gguf')
  const path = join(app.folder, 'future.gguf')
  const { bytes } = writeGgufHeader({
    metadata: [
      ['general.architecture', 'str', 'notyet'],
      ['notyet.block_count', 'u32', 4],
      ['notyet.context_length', 'u32', 4096],
      ['notyet.embedding_length', 'u32', 512],
      ['notyet.attention.head_count', 'u32', 8],
    ],
    tensors: [{ name: 'a.weight', type: 'f32', shape: [32] }],
  })
  writeFileSync(path, Buffer.concat([bytes, Buffer.alloc(4096)]))
  await app.drop(path)
  await expect(page.getByRole('button', { name: 'assumed' })).toBeVisible()
  // 4 layers x 4,096 cells x 512 x (2 + 2) B
  await expect(app.figure('Cache')).toHaveAccessibleName('Cache: about 33,554,432 bytes, copy')
  await expect(page.getByText('estimate, for all sequences')).toBeVisible()
  await expect(
    page.getByRole('region', { name: 'Where the memory goes' }).getByRole('listitem').filter({ hasText: 'Cache' }),
  ).not.toContainText('exact')
})

test('a fleet is planned as its sliders move: who fits, what is in each device, and what ends first', async ({ app, page }) => {
  await app.ready()
  await app.showPlanner()
  await page.getByRole('tab', { name: 'Presets' }).click()
  await app.choose('Preset', 'Llama 3.1 405B')
  await page.getByRole('button', { name: 'Plan a fleet' }).click()
  const fleet = page.getByRole('region', { name: 'Fleet' })
  // 810 GB of weights in bf16 do not fit on eight GPUs of 80 GiB.
  await expect(fleet.getByRole('status')).toHaveText('64 users do not fit; not even one does')
  await expect(fleet.getByText(/GiB missing$/)).toBeVisible()
  await fleet.getByRole('slider', { name: 'Hosts' }).press('ArrowRight')
  await expect(fleet.getByText('2 copies of the model')).toBeVisible()
  await fleet.getByRole('slider', { name: 'Pipeline stages' }).press('ArrowRight')
  await expect(fleet.getByRole('status')).toHaveText(/^64 users fit; at most \d+ at once$/)
  await expect(fleet.getByText('8 × NVIDIA H100 SXM, layers 0 to 62')).toBeVisible()
  await expect(fleet.getByText('8 × NVIDIA H100 SXM, layers 63 to 125')).toBeVisible()
  await expect(fleet.getByRole('list', { name: 'What ends first, within an ITL of 50 ms' }).getByRole('listitem').first()).toBeVisible()
  await fleet.getByRole('slider', { name: 'Shared prefix' }).press('PageUp')
  await expect(fleet.getByText(/^Sharing the prefix raises the number of users at once from \d+ to \d+\.$/)).toBeVisible()
  const share = fleet.getByRole('slider', { name: 'Share of GPU memory' })
  await expect(share).toHaveAttribute('aria-valuetext', '0.92 (default)')
  const users = await fleet.getByRole('status').innerText()
  await share.press('PageDown')
  await expect(share).toHaveAttribute('aria-valuetext', '0.88')
  await expect(fleet.getByRole('status')).not.toHaveText(users)
  await fleet.getByRole('button', { name: 'Use the engine’s defaults' }).click()
  await expect(fleet.getByRole('status')).toHaveText(users)
  await app.choose('Engine', 'llama.cpp')
  await expect(fleet.getByText(/^One llama-server works with up to 15 devices/)).toBeVisible()
})
