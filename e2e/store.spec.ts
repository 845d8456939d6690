import { writeFileSync } from 'node:fs'
import { expect, type Headroom, quickEngine, test } from './fixture'

const first = 'What is the KV cache?'
const second = 'Tell me a tiny story.'
/** Fewer than 64 tokens are processed again instead of copied. */
const more = ' Use short sentences and plain words.'.repeat(8)

async function openStore({ page }: Headroom) {
  await page.getByRole('button', { name: 'Cache store' }).click()
  const dialog = page.getByRole('dialog', { name: 'Cache store' })
  await expect(dialog.getByRole('table', { name: 'Stored prefixes' }).or(dialog.getByText('Nothing is stored yet.'))).toBeVisible()
  return dialog
}
async function askTwo(app: Headroom): Promise<void> {
  await app.ready()
  await app.ask(first + more)
  await app.page.getByRole('button', { name: 'New conversation' }).first().click()
  await app.ask(second + more)
}

test('the cache store shows cells and saved caches, what they share, and keeps pins over a restart', { tag: '@full' }, async ({
  app,
  page,
}) => {
  await askTwo(app)
  const dialog = await openStore(app)
  const row = (title: string, tier: string) => dialog.getByRole('row').filter({ hasText: title }).filter({ hasText: tier })
  await expect(row(second, 'Cells')).toBeVisible()
  await expect(row(first, 'Memory')).toBeVisible()
  await expect(row(first, 'Disk')).toBeVisible()
  const parts = dialog.getByRole('tree', { name: 'Stored prefixes as a tree' }).getByRole('treeitem')
  await parts.first().focus()
  await expect(dialog.getByTestId('tree-text')).toHaveText(/^Tokens? 1.* the same in 3 stored prefixes \(cells, memory, and disk\)/)
  await expect(dialog.getByText(/Nothing is lost: another|no other saved cache has [\d,]+ of its tokens/).first()).toBeVisible()

  await row(first, 'Memory').getByRole('button').click()
  await page.getByRole('menuitem', { name: 'Load into cells' }).click()
  await expect(row(first, 'Cells')).toBeVisible()
  await row(second, 'Memory').getByRole('button').click()
  await page.getByRole('menuitem', { name: 'Remove this copy…' }).click()
  await page.getByRole('button', { name: 'Remove copy' }).click()
  await expect(row(second, 'Memory')).toHaveCount(0)
  await row(second, 'Disk').getByRole('button').click()
  await page.getByRole('menuitem', { name: 'Load into cells' }).click()
  await expect(row(second, 'Cells')).toBeVisible()
  await row(first, 'Disk').getByRole('button').click()
  await page.getByRole('menuitem', { name: 'Pin: keep on disk' }).click()
  await expect(row(first, 'Disk').getByRole('img', { name: 'Pinned' }).or(row(first, 'Disk').getByLabel('Pinned'))).toBeVisible()

  await app.restart()
  await app.ready()
  const again = await openStore(app)
  await expect(again.getByRole('row').filter({ hasText: first }).getByLabel('Pinned')).toBeVisible()
  await again.getByRole('row').filter({ hasText: second }).getByRole('button').click()
  await app.page.getByRole('menuitem', { name: 'Remove this copy…' }).click()
  await app.page.getByRole('button', { name: 'Remove copy' }).click()
  await expect(again.getByRole('row').filter({ hasText: second })).toHaveCount(0)
})

test.describe('with copies in memory', () => {
  test.use({ fakeEngine: quickEngine && { ...quickEngine, memoryBytes: 2 ** 22 } })

  test('the cache store shows what a copy in memory has saved', { tag: '@desktop' }, async ({ app, page }) => {
    test.skip(!quickEngine, 'needs the fake engine')
    await askTwo(app)
    await page.getByRole('button', { name: 'New conversation' }).first().click()
    await app.ask(first + more)
    const dialog = await openStore(app)
    await expect(dialog.getByRole('row').filter({ hasText: 'Memory' })).toHaveCount(2)
    await expect(dialog.getByText(/^These prefixes have saved [\d.]+ m?s in \d+ prompts? since the model was loaded\.$/)).toBeVisible()
  })
})

test('a system prompt can be processed in the cache store, which refuses a text that is too short', { tag: ['@full', '@both'] }, async ({
  app,
}) => {
  const rules = 'Answer in short sentences and plain words. Say what you do not know. '.repeat(6)
  await app.ready()
  const dialog = await openStore(app)
  await dialog.getByRole('button', { name: 'Process a text…' }).click()
  await dialog.getByLabel('System prompt').last().fill('Too short.')
  await dialog.getByRole('button', { name: 'Process', exact: true }).click()
  await expect(dialog.getByRole('alert')).toContainText(/This prefix has only \d+ tokens/)
  await dialog.getByLabel('System prompt').last().fill(rules)
  await dialog.getByLabel('Name', { exact: true }).fill('Support')
  await dialog.getByRole('button', { name: 'Process', exact: true }).click()
  await expect(dialog.getByRole('status')).toHaveText(/^“Support” is in the cache: \d+ tokens\.$/)
  await expect(dialog.getByRole('row').filter({ hasText: 'Support' }).filter({ hasText: 'Memory' })).toBeVisible()
})

test(
  'a document that was processed in the cache store is found by a message that attaches it, and the report names it',
  {
    tag: ['@full', '@both'],
  },
  async ({ app, page }, info) => {
    const path = info.outputPath('contract.txt')
    writeFileSync(path, 'The tenant pays the rent on the first day of each month. '.repeat(8))
    await app.ready()
    const dialog = await openStore(app)
    await dialog.getByRole('button', { name: 'Process a text…' }).click()
    await dialog.getByRole('button', { name: 'Document', exact: true }).click()
    await dialog.getByLabel('Document to process').setInputFiles(path)
    await expect(dialog.getByRole('status')).toHaveText(/^“contract\.txt” is in the cache: \d+ tokens\.$/)
    await expect(dialog.getByRole('row').filter({ hasText: 'contract.txt' }).filter({ hasText: 'Memory' })).toBeVisible()
    await page.keyboard.press('Escape')
    await page.getByLabel(/^Text, code, HTML, PDF or Word/).setInputFiles(path)
    await expect(page.getByRole('list', { name: 'Attached documents' })).toContainText('in the cache')
    await app.ask('When is the rent due?')
    await app.lastMessage.getByRole('button', { name: 'Open the report' }).click()
    await expect(page.getByRole('region', { name: 'Cache reuse' })).toContainText(
      /\d+ tokens (copied from|taken over from|restored from a copy of) “contract\.txt”/,
    )
  },
)
