/** On the desktop, the data folder includes Chromium's profile. */
import { chmodSync, lstatSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, type Headroom, test } from './fixture'

function pathsIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true }).map((entry) => join(entry.parentPath, entry.name))
}

function onDisk({ folder }: Headroom, words: readonly string[]): string[] {
  const files = pathsIn(folder).flatMap((path) => {
    try {
      return lstatSync(path).isFile() ? [readFileSync(path)] : []
    } catch {
      return []
    }
  })
  const forms = (word: string) => [Buffer.from(word), Buffer.from(word, 'utf16le'), Buffer.from(word.toLowerCase())]
  return words.filter((word) => files.some((bytes) => forms(word).some((form) => bytes.includes(form))))
}

test('unsent text and private conversations are never on the disk, and no word of any conversation is left after everything is deleted', {
  tag: '@full',
}, async ({ app, page }) => {
  test.setTimeout(180_000)
  await app.ready()
  const field = page.getByLabel('Message', { exact: true })
  await app.ask('Canaryfox')
  await field.fill('Canaryheron')
  await page.getByRole('button', { name: 'New conversation' }).click()
  await page.getByRole('button', { name: /^System prompt:/ }).click()
  await page.getByRole('textbox', { name: 'System prompt' }).fill('Canaryibis')
  await page.getByRole('button', { name: 'Set', exact: true }).click()
  await field.fill('Canarylynx')
  await page.getByRole('switch', { name: 'Do not keep this chat' }).click()
  await app.ask('Canarymoth')
  await field.fill('Canarynewt')
  // A reload makes the page write its unsaved data.
  await page.reload()
  await app.ready()
  const words = ['Canaryfox', 'Canaryheron', 'Canaryibis', 'Canarylynx', 'Canarymoth', 'Canarynewt']
  expect(onDisk(app, words)).toEqual(['Canaryfox'])
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }))).not.toContain('Canary')
  await page.getByRole('listitem').getByRole('button', { name: 'Canaryfox', exact: true }).click()
  await expect(field).toHaveValue('Canaryheron')
  await page.getByRole('listitem').filter({ hasText: 'Canarymoth' }).getByRole('button').first().click()
  await expect(field).toHaveValue('Canarynewt')

  await page.getByRole('button', { name: 'Preferences' }).click()
  await page.getByRole('button', { name: 'Delete everything…' }).click()
  await page.getByLabel(/to confirm/).fill('delete everything')
  await page.getByRole('button', { name: 'Delete everything now' }).click()
  await expect(page.getByRole('heading', { name: 'Preferences', exact: true })).toHaveCount(0, { timeout: 60_000 })
  expect(onDisk(app, words)).toEqual([])
  await page.getByRole('button', { name: 'New conversation', exact: true }).click()
  await page.reload()
  await app.ready()
  await expect(field).toHaveValue('')
  await app.stop()
  expect(onDisk(app, words)).toEqual([])
})

test('other accounts on this machine cannot read the app’s data, even data that an older version left readable', { tag: '@full' }, async ({
  app,
}) => {
  test.skip(process.platform === 'win32', 'on Windows, a user’s folder is private by default')
  await app.ready()
  await app.ask('What is the KV cache?')
  await app.stop()
  const data = join(app.folder, 'data')
  const database = join(data, 'headroom.sqlite')
  for (const folder of [app.folder, data]) chmodSync(folder, 0o755)
  chmodSync(database, 0o644)
  await app.startAgain()
  await app.ready()
  const open = [data, ...pathsIn(data)].filter((path) => (lstatSync(path).mode & 0o077) !== 0)
  expect(open.map((path) => relative(data, path))).toEqual([])
  // The umask also protects files that the engine writes elsewhere.
  if (process.platform === 'linux') expect(readFileSync(`/proc/${await app.enginePid()}/status`, 'utf8')).toMatch(/^Umask:\s*0077$/m)
})
