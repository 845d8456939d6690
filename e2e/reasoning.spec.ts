import type { Locator } from '@playwright/test'
import { expect, type Headroom, quickEngine, test } from './fixture'

test.use({ fakeEngine: quickEngine })

const think = ({ page }: Headroom): Locator => page.getByRole('button', { name: 'Think', exact: true })
const reasoning = (app: Headroom): Locator => app.lastMessage.getByRole('button', { name: 'Reasoning', exact: true })
const thought = (app: Headroom): Locator => app.lastMessage.getByText('I am the fake engine, so whatever')

async function reuseOf(app: Headroom): Promise<Locator> {
  await app.lastMessage.getByRole('button', { name: 'Open the report' }).click()
  return app.lastMessage.getByRole('region', { name: 'Cache reuse' })
}

test('the reasoning of an answer is folded when the answer is complete, shows its cost, and can be unfolded', async ({ app }) => {
  await app.ready()
  await think(app).click()
  await expect(think(app)).toHaveAttribute('aria-pressed', 'true')
  await app.ask('What is the KV cache?')
  await expect(reasoning(app)).toHaveAttribute('aria-expanded', 'false')
  await expect(app.lastMessage.getByText(/^\d+ tokens · .* · .* KiB of cache$/)).toBeVisible()
  await expect(app.lastMessage).toContainText('This is the fake engine speaking')
  await expect(app.lastMessage).not.toContainText('think>')
  await expect(thought(app)).toBeHidden()
  await reasoning(app).click()
  await expect(thought(app)).toBeVisible()
})

test('thinking stays on after a restart, and an answer has no reasoning if thinking is turned off', { tag: '@full' }, async ({ app }) => {
  await app.ready()
  await think(app).click()
  await app.ask('What is the KV cache?')
  await expect(reasoning(app)).toBeVisible()
  await app.restart()
  await app.ready()
  await expect(think(app)).toHaveAttribute('aria-pressed', 'true')
  await think(app).click()
  await app.ask('And now?')
  await expect(app.lastMessage).toContainText('This is the fake engine speaking')
  await expect(reasoning(app)).toHaveCount(0)
})

test('dropped reasoning is named as the cause of reprocessing, and kept reasoning is not processed again', { tag: '@full' }, async ({
  app,
  page,
}) => {
  await app.ready()
  await think(app).click()
  await app.ask('What is the KV cache?')
  await app.ask('And a quantized one?')
  const dropped = await reuseOf(app)
  await expect(dropped).toContainText('the prompt leaves out the reasoning of an earlier answer')
  await expect(dropped).toContainText('set “Earlier reasoning” to “keep”')
  await app.openSettings()
  await expect(page.getByText(/^Keep: the reasoning so far takes \d+ cells, /)).toBeVisible()
  await expect(page.getByText(/^Drop: with your next message, Headroom processes about \d+ tokens again/)).toBeVisible()
  await expect(page.getByText(/^Measured when reasoning was last dropped: \d+ tokens/)).toBeVisible()
  await app.choose('Earlier reasoning', 'keep')
  await page.getByRole('tab', { name: 'Cache' }).click()
  await app.ask('And a paged one?')
  await app.ask('Thank you.')
  await expect(await reuseOf(app)).toContainText('the prompt continues where the cache ends')
  await expect(page.getByTestId('cells-reasoning').first()).not.toHaveText('0')
})

test.describe('an engine that does not stop thinking', () => {
  test.use({ fakeEngine: quickEngine && { ...quickEngine, tokensPerSecond: 50, endlessReasoning: 1 } })

  test('answers when "Answer now" is clicked, and the reasoning stays open until then', async ({ app }) => {
    await app.ready()
    await think(app).click()
    await app.send('What is the KV cache?')
    await expect(app.lastMessage.getByRole('button', { name: 'Thinking…' })).toHaveAttribute('aria-expanded', 'true')
    await expect(thought(app).first()).toBeVisible()
    await app.lastMessage.getByRole('button', { name: 'Answer now' }).click()
    await expect(app.lastMessage).toContainText('This is the fake engine speaking')
    await expect(reasoning(app)).toHaveAttribute('aria-expanded', 'false')
  })

  test('answers when its reasoning reaches the length limit', { tag: '@full' }, async ({ app, page }) => {
    await app.ready()
    await think(app).click()
    await app.openSettings()
    await page.getByLabel('Longest reasoning in tokens').fill('10')
    await app.ask('What is the KV cache?')
    await expect(app.lastMessage.getByText(/^1\d tokens · /)).toBeVisible()
    await expect(app.lastMessage).toContainText('This is the fake engine speaking')
  })
})
