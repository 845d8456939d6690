import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, type Headroom, test } from './fixture'
import { root } from './running-host'

/** About 170 tokens. */
const long = (subject: string): string =>
  `Say something about ${subject}. ${'one two three four five six seven eight nine ten '.repeat(16)}`
const choice = (page: Page) => page.getByRole('button', { name: /^When the context is full: / })

async function makeContextSmall(app: Headroom, page: Page): Promise<void> {
  await app.openSettings()
  await page.getByLabel('Context in tokens').fill('512')
  await page.getByLabel('Longest answer in tokens').fill('24')
  await page.getByRole('button', { name: 'Apply' }).click()
  await page.getByRole('tab', { name: 'Cache' }).click()
  await page.getByText('of 512 cells').waitFor()
  await app.ready()
}

test('the oldest turns are dropped from a full context, pinned turns stay, and the thread says which turns were dropped', {
  tag: '@full',
}, async ({ app, page }) => {
  await app.ready()
  await makeContextSmall(app, page)
  await app.ask(long('apples'))
  await app.ask(long('pears'))
  await choice(page).click()
  const form = page.getByRole('form', { name: 'When the context is full' })
  await form.getByRole('radio', { name: /oldest turns/ }).check()
  await expect(form.getByRole('status')).toContainText(
    /^\d+ of 512 tokens are in use\. Once the context is full, messages 1–2 would be dropped/,
  )
  await form.getByRole('button', { name: 'Set' }).click()
  await expect(choice(page)).toContainText('drop the oldest turns')
  await page.getByRole('article', { name: 'You' }).first().hover()
  await page.getByRole('button', { name: 'Keep this message when the context is full' }).first().click()
  await expect(page.getByText('stays in the context')).toBeVisible()
  await page.getByLabel('Message', { exact: true }).fill(long('plums'))
  await expect(page.getByText(/\d tokens, the oldest turns will be dropped$/)).toBeVisible()
  await app.ask(long('plums'))
  await expect(app.lastMessage).toContainText(/The context was full: messages 3–4 were dropped to make room for this answer \(\d+ tokens\)/)
  await expect(page.getByRole('list', { name: 'Events during the answer' })).toContainText(/\d+ tokens left the context to make room/)
  await page.getByRole('tab', { name: 'Events' }).click()
  await expect(page.getByText(/The context was full: \d+ tokens of the conversation were dropped\./)).toBeVisible()
  // The dropped turn was the last one in the cache, so it left no hole, only a dashed bar.
  await page.getByRole('tab', { name: 'Cache' }).click()
  await page.getByRole('button', { name: 'Anatomy: every cell' }).click()
  const anatomy = page.getByRole('dialog', { name: 'Anatomy of the cache' })
  await expect(anatomy.getByText(/^Dashed bar: \d+ tokens of the conversation left the context here\.$/)).toBeVisible()
})

test('the form refuses more first and last tokens than fit in the context, and an error says why a model with a recurrent state cannot drop the tokens between them', {
  tag: '@full',
}, async ({ app, page }) => {
  await app.ready()
  await makeContextSmall(app, page)
  await app.ask('What is the KV cache?')
  await choice(page).click()
  const form = page.getByRole('form', { name: 'When the context is full' })
  await form.getByRole('radio', { name: /first and the last tokens/ }).check()
  await form.getByLabel('Last tokens to keep').fill('500')
  await expect(form.getByRole('status')).toContainText('In a context of 512 tokens, an eighth must stay free')
  await expect(form.getByRole('button', { name: 'Set' })).toBeDisabled()
  await form.getByLabel('Last tokens to keep').fill('200')
  await form.getByRole('button', { name: 'Set' }).click()
  await expect(choice(page)).toContainText('keep only the first and the last tokens')
  await app.drop(join(root, 'native-models/fixtures/mamba2.gguf'))
  // Shown once the model is loaded, because its file has no template.
  await expect(page.getByRole('button', { name: 'fallback template' })).toBeVisible({ timeout: 30_000 })
  await app.send('And now?')
  await expect(page.getByRole('alert')).toContainText('Its recurrent state is computed from all tokens')
  await choice(page).click()
  await form.getByRole('radio', { name: /Stop the answer/ }).check()
  await expect(form.getByRole('radio', { name: /first and the last tokens/ })).toBeDisabled()
  await form.getByRole('button', { name: 'Set' }).click()
  await expect(choice(page)).toContainText('stop the answer')
})

test('a conversation that filled its context continues in a new one with a summary, and a first message that is too long gets a larger context', {
  tag: '@full',
}, async ({ app, page }) => {
  await app.ready()
  await makeContextSmall(app, page)
  const field = page.getByLabel('Message', { exact: true })
  await field.fill(long('apples').repeat(4))
  const alert = page.getByRole('alert')
  await expect(alert).toContainText(/This message has about \d+ tokens, about 1\.\d times what the context holds \(512\)/)
  await alert.getByRole('button', { name: /^Raise the context to 2,048 \(cache of/ }).click()
  await page.getByText('of 2,048 cells').waitFor()
  await expect(alert).toHaveCount(0)
  await field.press('Enter')
  await expect(app.lastMessage.getByText(/^TTFT \d/)).toBeVisible({ timeout: 30_000 })

  // It fits into the context, but not after the first turn.
  const tooLong = long('pears').repeat(8)
  await app.send(tooLong)
  await app.lastMessage.getByRole('button', { name: 'Start a new conversation with a summary' }).click()
  const documents = page.getByRole('list', { name: 'Attached documents and images' })
  await expect(documents.getByText(/^Summary of “Say something about apples/)).toBeVisible({ timeout: 30_000 })
  await expect(page.getByRole('article')).toHaveCount(0)
  await expect(field).toHaveValue(tooLong)
  await field.fill('What was it about?')
  await field.press('Enter')
  await app.lastMessage.getByRole('button', { name: 'Copy the answer' }).waitFor()
  await expect(page.getByRole('article', { name: 'You' })).toContainText('Summary of “Say something about apples')
  await expect(page.getByRole('navigation').getByRole('button', { name: 'What was it about?', exact: true })).toBeVisible()
})
