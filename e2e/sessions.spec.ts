import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Headroom, test } from './fixture'

const sessions = (app: Headroom): string[] => {
  const folder = join(app.folder, 'data', 'sessions')
  return readdirSync(folder).map((name) => join(folder, name))
}
async function open(app: Headroom, title: string): Promise<void> {
  await app.page.getByRole('listitem').getByRole('button', { name: title, exact: true }).click()
  await app.page.getByRole('article').first().waitFor()
}
async function showEvents(app: Headroom) {
  await app.page.getByRole('tab', { name: 'Events' }).click()
  return app.page.getByRole('list', { name: 'Events' })
}

test('a conversation continues from its saved cache after a restart, and the report says so', { tag: '@full' }, async ({ app }) => {
  await app.ready()
  await app.ask('What is the KV cache?')
  await app.restart()
  await app.ready()
  await open(app, 'What is the KV cache?')
  await app.ask('Tell me a tiny story.')
  const figures = app.lastMessage.getByText(/restored from disk: \d+ tokens, [\d.]+ m?s/)
  await expect(figures).toBeVisible()
  await expect(app.page.getByText(/tokens reused, restored from disk: \d+ tokens/)).toBeVisible()
  await app.lastMessage.getByRole('button', { name: 'Open the report' }).click()
  const report = app.lastMessage.getByRole('region', { name: 'Turn report' })
  const rows = await report.locator('dl').first().innerText()
  const value = (name: string) => Number(new RegExp(`${name}\\s+([\\d,]+) tokens`).exec(rows)?.[1]?.replace(',', ''))
  expect(value('Restored')).toBeGreaterThan(20)
  expect(value('Reused')).toBe(value('Restored'))
  expect(value('Processed')).toBeLessThan(value('Restored'))
  await expect(await showEvents(app)).toContainText('The cache of a conversation was restored from disk')
})

test('quitting saves the cache even if the signal reaches the engine first, as it does when a whole process group is stopped', {
  tag: '@both',
}, async ({ app }) => {
  await app.ready()
  await app.ask('What is the KV cache?')
  const engine = await app.enginePid()
  for (const signal of ['SIGINT', 'SIGHUP', 'SIGTERM'] as const) process.kill(engine, signal)
  await app.restart()
  await app.ready()
  await open(app, 'What is the KV cache?')
  await app.ask('Tell me a tiny story.')
  await expect(app.lastMessage.getByText(/restored from disk: \d+ tokens/)).toBeVisible()
})

test('a damaged saved cache is set aside and the prompt is processed again', {
  tag: '@full',
}, async ({ app, page }) => {
  await app.ready()
  await app.ask('What is the KV cache?')
  await page.getByRole('button', { name: 'New conversation' }).first().click()
  await app.ask('Tell me a tiny story.')
  await app.stop()
  for (const path of sessions(app)) {
    const bytes = readFileSync(path)
    bytes[400] = (bytes[400] as number) ^ 8
    writeFileSync(path, bytes)
  }
  await app.startAgain()
  await app.ready()
  await open(app, 'What is the KV cache?')
  await app.ask('Once more, please.')
  await expect(app.lastMessage.getByText('reused 0')).toBeVisible()
  await expect(app.lastMessage.getByText(/restored from disk/)).toHaveCount(0)
  await expect(await showEvents(app)).toContainText('The saved cache was not used. The file is damaged')
})

test('a cache is saved on request and counted under Preferences, and all caches can be removed', { tag: '@full' }, async ({
  app,
  page,
}) => {
  await app.ready()
  await app.ask('What is the KV cache?')
  await page.getByRole('button', { name: 'More about What is the KV cache?' }).click()
  await page.getByRole('menuitem', { name: 'Save the cache now' }).click()
  await expect(page.getByRole('status').filter({ hasText: /Cache saved: \d+\stokens, [\d.]+\s[KM]iB/ })).toBeVisible()
  expect(sessions(app)).toHaveLength(1)
  await page.getByRole('button', { name: 'Preferences' }).click()
  await expect(page.getByTestId('session-usage')).toHaveText(/^[\d.]+ [KM]iB · 1 cache$/)
  await app.choose('Limit for saved caches', '1 GiB')
  await page.getByRole('button', { name: 'Remove all' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove all' }).click()
  await expect(page.getByTestId('session-usage')).toHaveText('0 B · 0 caches')
  expect(sessions(app)).toHaveLength(0)
})

test('a private conversation is gone when the app ends, and is never written to a file', { tag: '@full' }, async ({ app }) => {
  await app.ready()
  await app.page.getByText('Do not keep this chat').click()
  await app.ask('Tell me a tiny story.')
  await expect(app.page.getByText('This chat is gone when you close Headroom.')).toBeVisible()
  await app.page.getByRole('button', { name: 'New conversation' }).first().click()
  await app.ask('What is the KV cache?')
  await app.restart()
  await app.ready()
  await expect(app.page.getByRole('listitem').getByRole('button', { name: 'What is the KV cache?', exact: true })).toBeVisible()
  await expect(app.page.getByRole('listitem').getByRole('button', { name: 'Tell me a tiny story.', exact: true })).toHaveCount(0)
  expect(sessions(app)).toHaveLength(1)
})
