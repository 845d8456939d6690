import { mkdirSync, readFileSync, renameSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Headroom, test } from './fixture'
import { hostPlatform } from './host-node'

test.describe('on a small disk', () => {
  test.use({ dataDiskMebibytes: 4 })

  const filler = (app: Headroom) => join(app.folder, 'data', 'filler')
  function fill(app: Headroom): void {
    const { bavail, bsize } = statfsSync(join(app.folder, 'data'))
    writeFileSync(filler(app), Buffer.alloc(bavail * bsize))
  }

  test('a message that cannot be stored is not sent and stays in its field, and the next message is sent once there is room', {
    tag: '@full',
  }, async ({ app, page }) => {
    await app.ready()
    await app.ask('What is the KV cache?')
    fill(app)
    const text = `Remember this: ${'x'.repeat(20_000)}`.slice(0, 6000)
    await app.send(text)
    await expect(page.getByRole('alert')).toContainText('is full')
    await expect(page.getByLabel('Message', { exact: true })).toHaveValue(text)
    await expect(page.getByRole('article')).toHaveCount(2)
    rmSync(filler(app))
    await page.getByLabel('Message', { exact: true }).fill('What is my name?')
    await page.getByLabel('Message', { exact: true }).press('Enter')
    await expect(page.getByRole('article')).toHaveCount(4)
    await expect(page.getByRole('alert')).toHaveCount(0)
  })

  test('a cache that does not fit on the disk is not saved, and the needed and the free space are shown', { tag: '@full' }, async ({
    app,
    page,
  }) => {
    await app.ready()
    await app.ask('What is the KV cache?')
    await page.getByRole('button', { name: 'More about What is the KV cache?' }).click()
    await page.getByRole('menuitem', { name: 'Save the cache now' }).click()
    await expect(page.getByRole('alert')).toContainText(/^The cache was not saved\. It needs 64\.\d MiB, .+ The disk has [\d.]+ MiB free\./)
    await app.ask('Thanks.')
  })

  test('an answer that cannot be stored is kept in memory, and stored once there is room', { tag: '@full' }, async ({ app, page }) => {
    await app.ready()
    await app.makeAnswersLong()
    await app.send('Tell me a tiny story.')
    await expect(app.lastMessage.getByTestId('answer-text').first()).toContainText(/\w+ \w+ \w+/)
    fill(app)
    await expect(page.getByText('The answer stays in memory')).toBeVisible({ timeout: 20_000 })
    const shown = await app.answerWords()
    rmSync(filler(app))
    await page.getByRole('button', { name: 'Stop', exact: true }).click()
    await expect(app.lastMessage.getByText('stopped', { exact: true })).toBeVisible()
    await app.restart()
    await app.page.getByRole('listitem').getByRole('button', { name: 'Tell me a tiny story.', exact: true }).click()
    await expect(app.lastMessage.getByTestId('answer-text').first()).toBeVisible()
    expect((await app.answerWords()).slice(0, shown.length)).toBe(shown)
  })
})

test.describe('with a disk that is full at the start', () => {
  test.use({ dataDiskMebibytes: 64 })

  test('the app opens read-only and says so, and stores messages again after everything is deleted', { tag: '@full' }, async ({ app }) => {
    test.setTimeout(180_000)
    await app.ready()
    await app.ask('What is the KV cache?')
    await app.stop()
    const data = join(app.folder, 'data')
    const { bavail, bsize } = statfsSync(data)
    mkdirSync(join(data, 'models'), { recursive: true })
    writeFileSync(join(data, 'models', 'large.gguf'), Buffer.alloc(bavail * bsize))
    await app.startAgain()
    await app.ready()
    const { page: again } = app
    await expect(again.getByText('but nothing new is stored')).toBeVisible()
    await again.getByRole('listitem').getByRole('button', { name: 'What is the KV cache?', exact: true }).click()
    await expect(again.getByRole('article')).toHaveCount(2)
    await app.send('Tell me a tiny story.')
    await expect(again.getByRole('alert').filter({ hasText: 'is full' }).first()).toBeVisible()
    await expect(again.getByLabel('Message', { exact: true })).toHaveValue('Tell me a tiny story.')
    await again.getByRole('button', { name: 'More about What is the KV cache?' }).click()
    await again.getByRole('menuitem', { name: 'Delete' }).click()
    await expect(again.getByRole('region', { name: 'Recently deleted' })).toBeVisible()
    await again.getByRole('button', { name: 'Preferences' }).click()
    await again.getByRole('button', { name: 'Delete everything…' }).click()
    await again.getByLabel(/to confirm/).fill('delete everything')
    await again.getByRole('button', { name: 'Delete everything now' }).click()
    await expect(again.getByText('but nothing new is stored')).toHaveCount(0)
    await expect(again.getByRole('heading', { name: 'Preferences', exact: true })).toHaveCount(0, { timeout: 60_000 })
    await app.ready()
    await app.ask('What is the KV cache?')
  })
})

test('no message is acknowledged after the data folder is removed, and the window says why', {
  tag: '@desktop',
}, async ({ app, page }) => {
  test.skip(hostPlatform() === 'win32', 'Windows cannot delete a folder that has open files')
  await app.ready()
  await app.ask('What is the KV cache?')
  const data = join(app.folder, 'data')
  renameSync(data, `${data}-removed`)
  await app.send('Tell me a tiny story.')
  await expect(page.getByText('was removed or replaced while Headroom was running. Headroom no longer stores anything.')).toBeVisible()
  await expect(page.getByLabel('Message', { exact: true })).toHaveValue('Tell me a tiny story.')
  await expect(page.getByRole('article')).toHaveCount(2)
  renameSync(`${data}-removed`, data)
  await app.ask('Tell me a tiny story.')
  await expect(page.getByText('Headroom no longer stores anything')).toHaveCount(0)
  await expect(page.getByRole('article')).toHaveCount(4)
})

test('a damaged database is set aside, its readable part is restored, and the app says so', { tag: '@full' }, async ({ app }) => {
  await app.ready()
  await app.ask('What is the KV cache?')
  await app.stop()
  const path = join(app.folder, 'data', 'headroom.sqlite')
  const bytes = readFileSync(path)
  // Damages pages at the end of the file. The messages are near its beginning.
  bytes.fill(0x5a, bytes.length - 4096, bytes.length)
  bytes.fill(0x5a, bytes.length - 3 * 4096, bytes.length - 2 * 4096)
  writeFileSync(path, bytes)
  await app.startAgain()
  await app.ready()
  await expect(app.page.getByText('The file with your conversations was damaged')).toBeVisible()
  await expect(app.page.getByText('kept the damaged file at')).toBeVisible()
  await app.ask('Tell me a tiny story.')
  await app.page.getByRole('button', { name: 'Dismiss' }).click()
  await expect(app.page.getByText('The file with your conversations was damaged')).toHaveCount(0)
})
