import { basename, join } from 'node:path'
import { quantizedPocket } from '../native-models/testing/quantized-pocket'
import { expect, test } from './fixture'

test('prompt lookup drafts tokens when it is chosen, and their acceptance and speed-up are shown', { tag: '@full' }, async ({
  app,
  page,
}) => {
  await app.ready()
  await app.openSettings()
  await app.choose('Speculation', 'prompt lookup')
  await page.getByRole('switch', { name: 'Never end' }).click()
  await page.getByLabel('Longest answer in tokens').fill('250')
  await page.getByLabel('Temperature', { exact: true }).fill('0')
  await app.ready()
  await app.ask('Tell me a tiny story. Tell me a tiny story. Tell me a tiny story.')
  await expect(app.lastMessage.getByText(/^\d+% of drafted tokens accepted/)).toBeVisible()
  await app.lastMessage.getByRole('button', { name: 'Open the report' }).click()
  const report = page.getByRole('region', { name: 'Turn report' })
  await expect(report.getByText('Speed-up', { exact: true })).toBeVisible()
  await expect(report.getByText(/^[\d,]+ tokens, \d+%$/)).toBeVisible()
  await app.restart()
  await app.ready()
  await app.openSettings()
  await expect(app.page.getByRole('combobox', { name: 'Speculation' })).toHaveText('prompt lookup')
})

test('speculation is disabled for a model whose state cannot be rolled back, and the form says why', { tag: '@full' }, async ({
  app,
  page,
}) => {
  await app.ready()
  await app.drop(join(import.meta.dirname, '../native-models/fixtures/mamba2.gguf'))
  await expect(page.getByText('Recurrent state').first()).toBeVisible({ timeout: 30_000 })
  await app.ready()
  await app.openSettings()
  await page.getByRole('combobox', { name: 'Speculation' }).click()
  const option = page.getByRole('option', { name: /prompt lookup/ })
  await expect(option).toHaveAttribute('aria-disabled', 'true')
  await expect(option).toContainText('recurrent state, which cannot be rolled back')
})

test('a draft model with another vocabulary is refused, and a suitable one is loaded again after a crash', { tag: '@full' }, async ({
  app,
  page,
}) => {
  const model = page.locator('header').getByRole('button').first()
  await app.ready()
  for (const path of [join(import.meta.dirname, '../native-models/fixtures/llama-gqa.gguf'), await quantizedPocket()]) {
    await app.drop(path)
    await expect(model).toHaveAttribute('title', new RegExp(`${basename(path)}$`), { timeout: 30_000 })
  }
  await app.ready()
  await app.openSettings()
  await app.choose('Speculation', 'draft model')
  await expect(page.getByText('No draft model is chosen.').first()).toBeVisible()
  await app.choose('Draft model', 'llama-gqa')
  await expect(page.getByText(/cannot draft because its vocabulary is different/).first()).toBeVisible()
  await app.choose('Draft model', 'Pocket')
  await expect(page.getByTestId('draft-bytes')).toHaveText(/MiB$/)
  await page.getByRole('switch', { name: 'Never end' }).click()
  await page.getByLabel('Longest answer in tokens').fill('120')
  await page.getByLabel('Temperature', { exact: true }).fill('0')
  await expect(page.getByText('Loaded next to this model.')).toBeVisible({ timeout: 30_000 })
  await app.ask('Tell me a tiny story.')
  await expect(app.lastMessage.getByText(/^\d+% of drafted tokens accepted/)).toBeVisible()
  await app.lastMessage.getByRole('button', { name: 'Open the report' }).click()
  await expect(page.getByRole('region', { name: 'Turn report' }).getByText('Read by the draft model')).toBeVisible()
  await app.killEngine()
  await page.getByRole('button', { name: 'Load the model again' }).click()
  await app.ready()
  await page.getByRole('tab', { name: 'Cache' }).click()
  await expect(page.getByRole('region', { name: 'Context' }).getByText('Draft model')).toBeVisible({ timeout: 30_000 })
})
