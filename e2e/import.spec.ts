import { join } from 'node:path'
import { type ImportFile, importFiles } from '../core/import/testing/import-files'
import { expect, type Headroom, quickEngine, test } from './fixture'

test.use({ fakeEngine: quickEngine })

const pathOf = (file: ImportFile): string => join(import.meta.dirname, '../core/import/testing', importFiles[file])

const titles: Readonly<Record<ImportFile, string>> = {
  headroom: 'Cells',
  'llama-server': 'Units',
  'llama-server JSONL': 'Units in JSONL',
  'lm-studio': 'Bridges',
  'open-webui': 'Tides',
  chatgpt: 'Capital of France',
}

async function importAll(app: Headroom, ...files: readonly ImportFile[]): Promise<string> {
  const { page } = app
  await page.getByLabel('Conversations to import').setInputFiles(files.map(pathOf))
  const summary = page.getByRole('alertdialog', { name: 'Import finished' })
  await expect(summary).toContainText('imported.')
  const text = await summary.innerText()
  await summary.getByRole('button', { name: 'Close' }).click()
  await expect(summary).toHaveCount(0)
  return text
}

test('conversations of each format are imported and can be continued', { tag: '@full' }, async ({ app, page }) => {
  test.setTimeout(180_000)
  await app.ready()
  const messages = page.getByRole('article')
  for (const file of Object.keys(titles) as ImportFile[]) {
    await importAll(app, file)
    await page.getByRole('listitem').getByRole('button', { name: titles[file], exact: true }).click()
    await expect(page.getByRole('listitem').getByRole('button', { name: titles[file], exact: true })).toHaveAttribute(
      'aria-current',
      'true',
    )
    await expect(messages.first()).toBeVisible()
    const before = await messages.count()
    await app.ask('Please continue.')
    await expect(messages).toHaveCount(before + 2)
  }
})

test('the reasoning of an imported answer is folded', { tag: '@full' }, async ({ app, page }) => {
  await app.ready()
  await importAll(app, 'open-webui')
  await expect(page.getByText('Because the Moon and the Sun pull on the sea.')).toBeVisible()
  await page.getByRole('button', { name: 'Reasoning' }).first().click()
  await expect(page.getByText('The Moon pulls.')).toBeVisible()
})

test('the summary of an import says what was left out, and a second import, of two files, skips what is there', { tag: '@full' }, async ({
  app,
}) => {
  await app.ready()
  const first = await importAll(app, 'chatgpt')
  expect(first).toContain('2 conversations imported.')
  expect(first).toContain('Sum of primes: 1 image, 1 document, and 1 additional system message were left out.')
  const second = await importAll(app, 'chatgpt', 'open-webui')
  expect(second).toContain('1 conversation imported. 2 conversations skipped, because they were imported before.')
})

test('a file that is not an export is refused, and the stored conversations stay', async ({ app, page }) => {
  await app.ready()
  await app.ask('What is the KV cache?')
  const choose = (name: string, text: string) =>
    page.getByLabel('Conversations to import').setInputFiles({ name, mimeType: 'application/json', buffer: Buffer.from(text) })
  await choose('diary.json', 'Dear diary,')
  await expect(page.getByRole('alert')).toContainText('diary.json was not imported. It is not JSON.')
  await choose('export.zip.json', 'PK\u0003\u0004')
  await expect(page.getByRole('alert')).toContainText('It is a ZIP file.')
  await choose('cut.json', '[{"title": "Cut')
  await expect(page.getByRole('alert')).toContainText('cut.json was not imported.')
  await expect(page.getByRole('region', { name: 'Today' }).getByRole('listitem')).toHaveCount(1)
  await expect(page.getByRole('article')).toHaveCount(2)
})

/** An export of ChatGPT with one conversation. */
const exportOf = (title: string, text: string): string =>
  JSON.stringify([
    {
      id: title,
      title,
      mapping: { q: { parent: null, message: { author: { role: 'user' }, content: { content_type: 'text', parts: [text] } } } },
    },
  ])

async function dropOnList({ page }: Headroom, texts: Readonly<Record<string, string>>): Promise<void> {
  const files = await page.evaluateHandle((contents) => {
    const transfer = new DataTransfer()
    for (const [name, content] of Object.entries(contents)) transfer.items.add(new File([content], name, { type: 'application/json' }))
    return transfer
  }, texts)
  const list = page.locator('[data-drop="conversations"]')
  await list.dispatchEvent('dragenter', { dataTransfer: files })
  await expect(page.getByText('Drop to import conversations')).toBeVisible()
  await list.dispatchEvent('drop', { dataTransfer: files })
}

test('files can be dropped on the list of conversations', async ({ app, page }) => {
  await app.ready()
  const summary = page.getByRole('alertdialog', { name: 'Import finished' })
  await dropOnList(app, { 'conversations.json': exportOf('Dropped', 'Hi') })
  await summary.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('article').first()).toContainText('Hi')

  await dropOnList(app, { 'a.json': exportOf('Bridges', 'Ho'), 'diary.json': 'Dear diary,', 'b.json': exportOf('Tides', 'Hu') })
  await expect(summary).toContainText('2 conversations imported.')
  await expect(summary).toContainText('1 file was not imported:')
  await expect(summary.getByRole('listitem')).toHaveText([/^diary\.json was not imported\. It is not JSON\./])
  await summary.getByRole('button', { name: 'Close' }).click()
  for (const title of ['Dropped', 'Bridges', 'Tides'])
    await expect(page.getByRole('listitem').getByRole('button', { name: title, exact: true })).toBeVisible()
})
