import { copyFileSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { quantizedPocket } from '../native-models/testing/quantized-pocket'
import { expect, test } from './fixture'
import { isRunning } from './processes'

const pocket = await quantizedPocket()

test('a broken file is refused with the reason, and the current model stays loaded', { tag: '@full' }, async ({ app, page }) => {
  await app.ready()
  const text = join(app.folder, 'notes.gguf')
  writeFileSync(text, 'These are notes, not a model.')
  await app.drop(text)
  await expect(page.getByRole('alert')).toContainText('notes.gguf is not a GGUF file: it starts with “Thes” instead of “GGUF”')

  const short = join(app.folder, 'short.gguf')
  copyFileSync(pocket, short)
  truncateSync(short, 3_000_000)
  await app.drop(short)
  await expect(page.getByRole('alert')).toContainText('short.gguf is cut off: it has 2.86 MiB instead of 5.24 MiB')

  const flipped = join(app.folder, 'flipped.gguf')
  const bytes = readFileSync(pocket)
  bytes.writeUInt32LE(77, 4)
  writeFileSync(flipped, bytes)
  await app.drop(flipped)
  await expect(page.getByRole('alert')).toContainText('flipped.gguf is GGUF version 77')

  await page.getByRole('button', { name: 'Chat', exact: true }).click()
  await app.ask('What is the KV cache?')
  await expect(app.lastMessage).toContainText('KV cache')
})

test('a dropped model file is opened and listed, and the model answers', { tag: '@desktop' }, async ({ app, page }) => {
  await app.ready()
  const model = join(app.folder, 'my model.gguf')
  copyFileSync(pocket, model)
  await app.drop(model)
  await expect(page.locator('header').getByRole('button').first()).toHaveAttribute('title', /my model\.gguf$/)
  await app.ready()
  await app.ask('What is the KV cache?')
  await expect(app.lastMessage.getByTestId('answer-text').first()).toContainText(/\w+ \w+ \w+/)
  await app.showModels()
  await expect(page.getByRole('listitem').filter({ hasText: 'my model.gguf' })).toContainText('q8_0')
  await expect(page.getByRole('listitem').filter({ hasText: 'my model.gguf' })).toContainText('loaded')

  await app.restart()
  await app.ready()
  await app.showModels()
  await expect(app.page.getByRole('listitem').filter({ hasText: 'my model.gguf' })).toContainText('loaded')
  await app.page.getByRole('button', { name: /^Load Pocket/ }).click()
  await app.ready()
  await app.showModels()
  await app.page
    .getByRole('listitem')
    .filter({ hasText: 'my model.gguf' })
    .getByRole('button', { name: /^More about/ })
    .click()
  await app.page.getByRole('menuitem', { name: 'Remove from the list' }).click()
  await expect(app.page.getByRole('main').getByRole('listitem')).toHaveCount(1)
})

test('unloading the model ends the engine’s process, which frees its memory', { tag: '@full' }, async ({ app, page }) => {
  await app.ready()
  const pid = await app.enginePid()
  await page.getByRole('button', { name: 'Unload' }).click()
  await expect(page.getByPlaceholder('Choose a model first')).toBeVisible()
  await expect.poll(() => isRunning(pid)).toBe(false)
  await page.getByRole('button', { name: 'Choose a model' }).click()
  await page.getByRole('menuitemradio', { name: /^Pocket/ }).click()
  await app.ready()
})
