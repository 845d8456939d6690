import { readFileSync } from 'node:fs'
import { expect, test } from './fixture'

test('conversations are found by any word of theirs', async ({ app, page }) => {
  await app.ready()
  await app.ask('My name is Marta. What is my name?')
  await page.getByRole('button', { name: 'New conversation' }).click()
  await app.ask('What is the KV cache?')
  await page.getByLabel('Search conversations').fill('mart')
  const results = page.getByRole('region', { name: 'Search results' })
  await expect(results.locator('mark').first()).toHaveText(/marta/i)
  await results.getByRole('button').last().click()
  await expect(page.getByRole('article').first()).toContainText('My name is Marta')
  await page.getByLabel('Search conversations').fill('xylophone')
  await expect(page.getByText('Nothing found for')).toBeVisible()
  await page.getByRole('button', { name: 'Clear the search' }).click()
  await expect(page.getByRole('region', { name: 'Today' }).getByRole('listitem')).toHaveCount(2)
})

test('a conversation is renamed, deleted and brought back', async ({ app, page }) => {
  await app.ready()
  await app.ask('What is the KV cache?')
  const item = page.getByRole('listitem').filter({ hasText: 'What is the KV cache?' })
  await item.hover()
  await item.getByRole('button', { name: /^More about/ }).click()
  await page.getByRole('menuitem', { name: 'Rename' }).click()
  await page.getByLabel('New title').fill('About the cache')
  await page.keyboard.press('Enter')
  const renamed = page.getByRole('listitem').filter({ hasText: 'About the cache' })
  await renamed.hover()
  await renamed.getByRole('button', { name: /^More about/ }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(renamed).toHaveCount(0)
  await expect(page.getByRole('article')).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(renamed).toHaveCount(1)
  await expect(page.getByRole('article')).toHaveCount(2)
})

test('a conversation is exported as Markdown and as JSON', async ({ app, page }) => {
  await app.ready()
  await app.ask('What is the KV cache?')
  const item = page.getByRole('listitem').filter({ hasText: 'What is the KV cache?' })
  const save = async (entry: string) => {
    await item.hover()
    await item.getByRole('button', { name: /^More about/ }).click()
    const { name, path } = await app.download(() => page.getByRole('menuitem', { name: entry }).click())
    return { name, text: readFileSync(path, 'utf8') }
  }
  const markdown = await save('Export as Markdown')
  expect(markdown.name).toBe('What is the KV cache.md')
  expect(markdown.text).toMatch(/## You\n\nWhat is the KV cache\?\n\n## Pocket\n\n\w+ \w+/)
  const json = await save('Export as JSON')
  expect(JSON.parse(json.text)).toMatchObject({
    format: 'headroom-conversation',
    messages: [{ role: 'user' }, { role: 'assistant', metrics: { stopReason: 'end-of-text' } }],
  })
})

test('a draft stays where it was written', async ({ app, page }) => {
  await app.ready()
  await app.ask('What is the KV cache?')
  const field = page.getByLabel('Message', { exact: true })
  await field.fill('half a thought')
  await page.getByRole('button', { name: 'New conversation' }).click()
  await expect(field).toHaveValue('')
  await page.getByRole('listitem').getByRole('button', { name: 'What is the KV cache?', exact: true }).click()
  await expect(field).toHaveValue('half a thought')
})
