import type { Page } from '@playwright/test'
import { expect, type Headroom, quickEngine, test } from './fixture'

const messages = (page: Page) => page.getByRole('region', { name: 'Conversation', exact: true }).getByRole('article')
const question = (page: Page) => page.getByRole('alertdialog')

async function reusedTokens(app: Headroom): Promise<number> {
  const text = await app.lastMessage.getByText(/^reused \d+$/).textContent()
  return Number(text?.replace(/\D/g, ''))
}

test('a message and everything after it are deleted for good, and the next answer reuses the cache of what is left', {
  tag: '@both',
}, async ({ app, page }) => {
  await app.ready()
  await app.ask('What is the KV cache?')
  await app.ask('Do zebras have stripes?')
  const reused = await reusedTokens(app)
  expect(reused).toBeGreaterThan(0)
  await messages(page).nth(2).hover()
  const remove = messages(page).nth(2).getByRole('button', { name: 'Delete from here…' })
  await remove.click()
  await expect(question(page)).toContainText('Delete this message and the one after it?')
  await expect(question(page)).not.toContainText('Branches')
  await question(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(messages(page)).toHaveCount(4)
  await remove.click()
  await question(page).getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(messages(page)).toHaveCount(2)
  await expect(page.getByLabel('Message', { exact: true })).toBeFocused()

  await app.ask('And a quantized one?')
  expect(await reusedTokens(app)).toBeGreaterThanOrEqual(reused)
  await page.getByLabel('Search conversations').fill('zebras')
  await expect(page.getByText('Nothing found for')).toBeVisible()
  await page.getByLabel('Search conversations').fill('')

  await app.restart()
  await app.ready()
  const again = app.page
  await again.getByRole('listitem').getByRole('button', { name: 'What is the KV cache?', exact: true }).click()
  await expect(messages(again)).toHaveCount(4)
  await expect(again.getByText('zebras')).toHaveCount(0)
  await messages(again).first().click({ button: 'right' })
  await again.getByRole('menuitem', { name: 'Delete from here…' }).click()
  await expect(question(again)).toContainText('Delete this message and the 3 after it?')
  await question(again).getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(messages(again)).toHaveCount(0)
  await expect(again.getByRole('listitem').getByRole('button', { name: 'New conversation', exact: true })).toBeVisible()
  await app.ask('Who are you?')
  await expect(messages(again)).toHaveCount(2)
  await expect(again.getByRole('listitem').getByRole('button', { name: 'Who are you?', exact: true })).toBeVisible()
})

test.describe('of a conversation with branches', () => {
  test.use({ fakeEngine: quickEngine })

  test('the question says what happens to other versions', async ({ app, page }) => {
    await app.ready()
    await app.ask('What is the KV cache?')
    await page.getByRole('button', { name: 'Regenerate' }).click()
    await expect(app.lastMessage.getByText('2 of 2')).toBeVisible()
    const ask = async (index: number) => {
      await messages(page).nth(index).hover()
      await messages(page).nth(index).getByRole('button', { name: 'Delete from here…' }).click()
    }
    const [branches, others] = ['Branches that start after it are deleted too.', 'The other versions of this message stay.']
    await ask(0)
    await expect(question(page)).toContainText(branches)
    await expect(question(page)).not.toContainText(others)
    await question(page).getByRole('button', { name: 'Cancel' }).click()
    await ask(1)
    await expect(question(page)).toContainText(others)
    await expect(question(page)).not.toContainText(branches)
  })
})

test.describe('while an answer is written', () => {
  test('nothing can be deleted', async ({ app, page }) => {
    await app.ready()
    await app.ask('What is the KV cache?')
    await app.makeAnswersLong()
    await app.send('Tell me a tiny story.')
    const remove = messages(page).first().getByRole('button', { name: 'Delete from here…' })
    await expect(remove).toBeDisabled()
    await page.getByRole('button', { name: 'Stop', exact: true }).click()
    await expect(remove).toBeEnabled()
  })
})
