/** Caches that outlive the app: what a conversation had in the cache is there after a restart, or is honestly computed again. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Headroom, test } from './fixture'
import { root } from './running-host'

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

test('after a restart a conversation goes on from the disk, and its report says so', async ({ app }) => {
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
  // What was in the cells is reused, all of it: only the new message went through the model.
  expect(value('Restored')).toBeGreaterThan(20)
  expect(value('Reused')).toBe(value('Restored'))
  expect(value('Processed')).toBeLessThan(value('Restored'))
  await expect(await showEvents(app)).toContainText('The cache of a conversation was restored from disk')
})

test('a conversation that lost its place finds it again; a damaged file is set aside and the prompt processed again', async ({
  app,
  page,
}) => {
  await app.ready()
  await app.ask('What is the KV cache?')
  await page.getByRole('button', { name: 'New conversation' }).first().click()
  await app.ask('Tell me a tiny story.')
  await open(app, 'What is the KV cache?')
  await app.ask('And why?')
  await expect(app.lastMessage.getByText(/restored from disk/)).toBeVisible()
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
  await expect(await showEvents(app)).toContainText('The saved cache was not used: the file is damaged')
})

test('a cache is saved when asked for, counted under Preferences, and all of them can go', async ({ app, page }) => {
  await app.ready()
  await app.ask('What is the KV cache?')
  await page.getByRole('button', { name: 'More about What is the KV cache?' }).click()
  await page.getByRole('menuitem', { name: 'Save the cache now' }).click()
  await expect(page.getByRole('status').filter({ hasText: /Cache saved: \d+ tokens, [\d.]+ [KM]iB/ })).toBeVisible()
  expect(sessions(app)).toHaveLength(1)
  await page.getByRole('button', { name: 'Preferences' }).click()
  await expect(page.getByTestId('session-usage')).toHaveText(/^[\d.]+ [KM]iB · 1 conversation$/)
  await app.choose('Room for saved caches', '1 GiB')
  await page.getByRole('button', { name: 'Remove all' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove all' }).click()
  await expect(page.getByTestId('session-usage')).toHaveText('0 B · 0 conversations')
  expect(sessions(app)).toHaveLength(0)
})

test('a private conversation is gone when the app ends, and never had a file', async ({ app }) => {
  await app.ready()
  await app.page.getByRole('switch', { name: 'Private conversation' }).click()
  await app.ask('Tell me a tiny story.')
  await expect(app.page.getByText('Private. Its messages are deleted when Headroom is closed')).toBeVisible()
  await app.page.getByRole('button', { name: 'New conversation' }).first().click()
  await app.ask('What is the KV cache?')
  await app.restart()
  await app.ready()
  await expect(app.page.getByRole('listitem').getByRole('button', { name: 'What is the KV cache?', exact: true })).toBeVisible()
  await expect(app.page.getByRole('listitem').getByRole('button', { name: 'Tell me a tiny story.', exact: true })).toHaveCount(0)
  expect(sessions(app)).toHaveLength(1)
})

/** A token without text is no answer, and a prompt without one is left out of the next: asks until one has text. Returns the words that it had. */
async function askUntilAnswered(app: Headroom, memory: string): Promise<string> {
  for (let attempt = 1; attempt <= 8; attempt++) {
    const words = `Words ${attempt} for ${memory}.`
    await app.page.getByRole('button', { name: 'New conversation' }).first().click()
    await app.ask(words)
    if ((await app.lastMessage.getByText(/^TTFT /).count()) > 0) return words
  }
  throw new Error(`Expected a token with text from ${memory}`)
}

test('a sliding window, a recurrent state, a hybrid and MLA go on from the disk as well', async ({ app, page }) => {
  test.setTimeout(90_000)
  await app.ready()
  for (const memory of ['gemma3', 'mamba2', 'falcon-h1', 'deepseek2-mla']) {
    await app.drop(join(root, `native-models/fixtures/${memory}.gguf`))
    await expect(page.locator('header').getByRole('button').first()).toHaveAttribute('title', new RegExp(`${memory}\\.gguf$`))
    await app.openSettings()
    // These models answer nonsense, control tokens without a text among it. The one token of an answer is never in the cells.
    await page.getByLabel('Longest answer in tokens').fill('1')
    await page.getByLabel('Temperature').fill('5')
    await page.getByRole('button', { name: 'Apply' }).click()
    await page.getByRole('tab', { name: 'Cache' }).click()
    const title = await askUntilAnswered(app, memory)
    await page.getByRole('button', { name: 'New conversation' }).first().click()
    await app.ask('Something else.')
    await open(app, title)
    await app.ask('And on.')
    const restored = await app.lastMessage.getByText(/restored from disk: \d+ tokens/).innerText()
    // A state that has seen all of it can only go on at its end: all or nothing.
    await expect(app.lastMessage.getByText(`reused ${/\d+/.exec(restored)?.[0]}`, { exact: true })).toBeVisible()
  }
})
