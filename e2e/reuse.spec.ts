import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, test } from './fixture'
import { root } from './running-host'

const systemPrompt = (page: Page) => page.getByRole('region', { name: 'Conversation' }).getByRole('button', { name: /^System prompt: / })

async function setSystemPrompt(page: Page, text: string): Promise<void> {
  await systemPrompt(page).click()
  await page.getByLabel('System prompt', { exact: true }).fill(text)
  await page.getByRole('button', { name: 'Set', exact: true }).click()
  await expect(page.getByRole('button', { name: `System prompt: ${text.slice(0, 12)}` })).toBeVisible()
}

test.describe('with the embedded model', () => {
  test('the report of a turn says where the prompt differs from the cache and why', async ({ app, page }) => {
    await app.ready()
    await app.ask('What is the KV cache?')
    await app.ask('And a quantized one?')
    await app.lastMessage.getByRole('button', { name: 'Open the report' }).click()
    const reuse = app.lastMessage.getByRole('region', { name: 'Cache reuse' })
    await expect(reuse).toContainText('the prompt continues where the cache ends')
    await page.getByRole('article', { name: 'You' }).last().hover()
    await page.getByRole('button', { name: 'Edit and send again' }).last().click()
    await page.getByLabel('Edit your message').fill('And a paged one?')
    await expect(page.getByText(/The model then processes \d+ tokens, about/)).toBeVisible()
    await page.getByRole('button', { name: 'Send again', exact: true }).click()
    await expect(app.lastMessage.getByText(/^TTFT \d/)).toBeVisible()
    await app.lastMessage.getByRole('button', { name: 'Open the report' }).click()
    await expect(reuse).toContainText('a message was edited')
    await expect(reuse).toContainText('in message 3 (yours)')
    await expect(reuse.getByRole('definition').first()).toContainText('quantized')
    await expect(reuse.getByRole('definition').last()).toContainText('paged')
  })
})

test('the checkpoints of a recurrent state are shown with their positions, and no checkpoint is taken with a budget of 0', {
  tag: '@full',
}, async ({ app, page }) => {
  await app.ready()
  await app.drop(join(root, 'native-models/fixtures/mamba2.gguf'))
  await expect(page.getByRole('heading', { name: 'mamba2' })).toBeVisible()
  await app.ready()
  await app.openSettings()
  await page.getByLabel('Longest answer in tokens').fill('80')
  await page.getByRole('tab', { name: 'Cache' }).click()
  await app.ask(`Count: ${'one two three four '.repeat(10)}`)
  const positions = page.getByText('positions in tokens', { exact: true })
  await expect(page.getByRole('definition').filter({ hasText: /^\d+ of 32, [\d.]+ [KM]iB$/ })).toBeVisible()
  await expect(positions).toBeVisible()
  await app.openSettings()
  await page.getByLabel('Memory for checkpoints in MiB').fill('0')
  await page.getByRole('button', { name: 'Apply' }).click()
  await page.getByRole('tab', { name: 'Cache' }).click()
  await app.ready()
  await expect(positions).toHaveCount(0)
  await app.ask('And again.')
  await expect(page.getByText('Checkpoints', { exact: true })).toHaveCount(0)
})

test.describe('on an engine with slow prefill', () => {
  test.use({ fakeEngine: { prefillTokensPerSecond: 400, tokensPerSecond: 200, loadMs: 50 } })

  test('a note under the answer names a changed date in the system prompt and its cost', { tag: '@full' }, async ({ app, page }) => {
    await app.ready()
    const rest = 'Answer in plain words and be brief. '.repeat(40)
    await setSystemPrompt(page, `Today is 2026-11-21. ${rest}`)
    await app.ask('What is the KV cache?')
    await expect(app.lastMessage.getByText('processed again')).toHaveCount(0)
    await systemPrompt(page).click()
    await page.getByLabel('System prompt', { exact: true }).fill(`Today is 2026-11-22. ${rest}`)
    await expect(page.getByText(/The model then processes \d+ tokens, about \d/)).toBeVisible()
    await page.getByRole('button', { name: 'Set', exact: true }).click()
    await app.ask('And a quantized one?')
    await expect(app.lastMessage.getByText('2026-11-21 → 2026-11-22')).toContainText(
      /^\d+ tokens were processed again, .+: a date or time in the system prompt has changed/,
    )
  })
})
