import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeGgufHeader } from '../core/gguf/testing/write-gguf'
import { MadeHub } from '../main/library/testing/made-hub'
import { quantizedPocket } from '../native-models/testing/quantized-pocket'
import { test as base, expect } from './fixture'
import { picture } from './pictures'

const pocket = readFileSync(await quantizedPocket())

const test = base.extend<{ readonly hub: MadeHub }>({
  hub: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from this pattern.
    async ({}, use) => {
      const names = ['Q2_K', 'Q3_K_M', 'Q4_K_M', 'Q5_K_M', 'Q6_K', 'Q8_0', 'F16-00001-of-00002', 'F16-00002-of-00002']
      const files = Object.fromEntries(names.map((name) => [`Pocket-${name}.gguf`, pocket]))
      const hub = await MadeHub.start({ 'headroom/Pocket-GGUF': { 'README.md': Buffer.from('#'), ...files } })
      await use(hub)
      await hub.stop()
    },
    { auto: true },
  ],
  environment: async ({ hub }, use) => use({ HEADROOM_OFFLINE: '', HF_ENDPOINT: hub.url.href }),
})
test.skip(!process.env.HEADROOM_SCREENSHOTS, 'only for `npm run screenshots`')

/** Writes a model file whose weights are zeros. */
function made(path: string, name: string, architecture: string, keys: Record<string, number>): void {
  const { bytes, fileBytes } = writeGgufHeader({
    metadata: [
      ['general.architecture', 'str', architecture],
      ['general.name', 'str', name],
      ...Object.entries(keys).map(([key, value]) => [`${architecture}.${key}`, 'u32', value] as const),
    ],
    tensors: [{ name: 'token_embd.weight', type: 'q4_K', shape: [4096, 500] }],
  })
  mkdirSync(join(path, '..'), { recursive: true })
  const file = new Uint8Array(fileBytes)
  file.set(bytes)
  writeFileSync(path, file)
}
const attention = (layers: number, heads: number, kvHeads: number, trained: number) => ({
  block_count: layers,
  context_length: trained,
  embedding_length: heads * 128,
  'attention.head_count': heads,
  'attention.head_count_kv': kvHeads,
})

test('takes screenshots of the library: a full list, folders, the hub, downloads, a template, questions', async ({ app, page, hub }) => {
  await app.ready()
  const home = join(app.folder, 'home')
  made(join(home, '.lmstudio/models/a/llama.gguf'), 'Llama 3.1 8B Instruct', 'llama', attention(32, 32, 8, 131_072))
  made(
    join(home, '.lmstudio/models/b/gemma.gguf'),
    'Gemma 2 9B It, with a name as long as those of fine-tunes on the hub often are',
    'gemma2',
    {
      ...attention(42, 16, 8, 8192),
      'attention.sliding_window': 4096,
    },
  )
  made(join(home, '.cache/huggingface/hub/models--q/snapshots/1/qwen.gguf'), 'Qwen3 4B', 'qwen3', attention(36, 32, 8, 40_960))
  for (let index = 0; index < 20; index++)
    made(
      join(home, `jan/models/m${index}.gguf`),
      `Model number ${index + 1}`,
      'llama',
      attention(16 + index, 32, 4 + index, 8192 << (index % 5)),
    )
  writeFileSync(join(home, 'jan/models/notes.gguf'), 'These are notes, not a model.')
  await app.showModels()
  await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible()
  await expect(page.getByText('Gemma 2 9B It')).toBeVisible()
  await page.waitForTimeout(1500)
  await picture(app, 'library')
  await page.getByRole('button', { name: 'More about Qwen3 4B' }).click()
  await picture(app, 'library-menu')
  await page.getByRole('menuitem', { name: 'Chat template…' }).click()
  await expect(page.getByText(/^The file has no chat template\./)).toBeVisible()
  await page
    .getByRole('textbox', { name: 'Template' })
    .fill('{% for m in messages %}<|im_start|>{{ m.role }}\n{{ m.content }}<|im_end|>\n{% endfor %}')
  await page.getByRole('button', { name: 'Try it on sample messages' }).click()
  await expect(page.getByRole('region', { name: 'What the model reads' })).toBeVisible()
  await picture(app, 'library-template')
  await page.getByRole('button', { name: 'Close' }).click()
  await page.getByLabel('Search models').fill('nothing like it')
  await picture(app, 'library-nothing')
  await page.getByRole('button', { name: 'Show all models' }).click()
  await page.getByRole('tab', { name: 'Folders' }).click()
  await page.getByText('1 file cannot be used').click()
  await picture(app, 'library-folders')

  await page.getByRole('tab', { name: 'Get a model' }).click()
  await picture(app, 'get-model-empty')
  await page.getByLabel('Name or address of a model').fill('headroom/Pocket-GGUF:Q4_K_M')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await expect(page.getByText(/stays free|too large/)).toBeVisible()
  hub.faults = { bytesPerSecond: 300_000 }
  await page.getByRole('button', { name: 'Download Pocket-Q4_K_M.gguf' }).click()
  await expect(page.getByText(/s left/)).toBeVisible()
  hub.faults = { bytesPerSecond: 300_000, refuse: { path: /store.*Q8_0/, status: 404 } }
  await page.getByRole('button', { name: 'Download Pocket-Q8_0.gguf' }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await picture(app, 'get-model')
  await page.getByRole('button', { name: 'Dismiss' }).first().click()
  await page.getByRole('button', { name: 'Discard Pocket-Q4_K_M.gguf' }).click()
  await picture(app, 'get-model-question')
  await page.getByRole('button', { name: 'Discard', exact: true }).click()
  await page.getByLabel('Name or address of a model').fill('org/none')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await picture(app, 'get-model-refused')
})
