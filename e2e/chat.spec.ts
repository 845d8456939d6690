import { expect, test } from './fixture'

test('the embedded model answers after the first launch without any setup', { tag: '@desktop' }, async ({ app, page }) => {
  await app.ready()
  await expect(page.getByText('comes with Headroom')).toBeVisible()
  await page.getByRole('button', { name: 'Why is the sky blue?' }).click()
  await expect(app.lastMessage).toContainText('blue light')
  await expect(app.lastMessage.getByText(/^TTFT \d/)).toBeVisible()
  await expect(app.lastMessage.getByText('reused 0', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Why is the sky blue?', exact: true })).toHaveAttribute('aria-current', 'true')
})

test('the second turn reuses the tokens of the first, and the cache panel shows the number of used cells', async ({ app, page }) => {
  await app.ready()
  await app.ask('What is the KV cache?')
  const used = page.getByTestId('used-cells')
  await app.lastMessage.getByRole('button', { name: 'Open the report' }).click()
  const report = await app.lastMessage.getByRole('region', { name: 'Turn report' }).innerText()
  const tokens = (name: string) => Number(new RegExp(`${name}\\s+(\\d+) tokens`).exec(report)?.[1])
  // The token that ends the answer takes no cell and is not part of the output.
  const before = tokens('Prompt') + tokens('Output')
  await expect(used).toHaveText(String(before))
  await app.ask('My name is Marta. What is my name?')
  await expect(app.lastMessage).toContainText('Marta')
  await expect(app.lastMessage.getByText(`reused ${before}`, { exact: true })).toBeVisible()
  await expect.poll(async () => Number(await used.textContent())).toBeGreaterThan(before)
})

const allocatedAndPredicted = (bytes: string): string[] => [bytes, `${bytes} equal`]

test('changed settings change the allocated bytes', { tag: '@full' }, async ({ app, page }) => {
  await app.ready()
  // 6 layers x 2,048 cells x 128 x (2 + 2) B
  await expect(page.getByTitle('6,291,456 bytes')).toHaveText(allocatedAndPredicted('6.00 MiB'))
  await app.openSettings()
  await app.choose('K type', 'q8_0')
  await app.choose('V type', 'q4_0')
  await page.getByRole('button', { name: 'Apply' }).click()
  await page.getByRole('tab', { name: 'Cache' }).click()
  // 6 x 2,048 x 4 blocks x (34 + 18) B
  await expect(page.getByTitle('2,555,904 bytes')).toHaveText(allocatedAndPredicted('2.44 MiB'))
  await expect(page.getByText('equal', { exact: true })).toBeVisible()
  const context = page.getByRole('region', { name: 'Context' })
  await expect(context.getByText('K q8_0', { exact: true })).toBeVisible()
  await expect(context.getByText('V q4_0', { exact: true })).toBeVisible()
  await app.ready()
  await app.ask('What is the KV cache?')
  await expect(app.lastMessage).toContainText('KV cache')
  await app.restart()
  await app.ready()
  await expect(app.page.getByTitle('2,555,904 bytes')).toHaveText(allocatedAndPredicted('2.44 MiB'))
})

test('settings that llama.cpp refuses cannot be selected, and the form says why', { tag: '@full' }, async ({ app, page }) => {
  await app.ready()
  await app.openSettings()
  await app.choose('Flash attention', 'off')
  await page.getByRole('combobox', { name: 'V type' }).click()
  const option = page.getByRole('option', { name: /q8_0/ })
  await expect(option).toContainText('needs flash attention')
  await expect(option).toHaveAttribute('aria-disabled', 'true')
})

test('the form refuses a context that does not fit in memory, and shows the memory that the context needs', { tag: '@full' }, async ({
  app,
  page,
}) => {
  await app.ready()
  await app.openSettings()
  await page.getByLabel('Context in tokens').fill('100000000')
  await expect(page.getByText('A context of 100,000,000 tokens needs 286 GiB').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Apply' })).toBeDisabled()
  await page.getByLabel('Context in tokens').fill('1024')
  await expect(page.getByRole('button', { name: 'Apply' })).toBeEnabled()
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await app.ready()
})

test('a stopped answer keeps the text that was already written', { tag: '@full' }, async ({ app, page }) => {
  await app.ready()
  await app.makeAnswersLong()
  await app.send('Tell me a tiny story.')
  await expect(app.lastMessage.getByTestId('answer-text').first()).toContainText(/\w+ \w+ \w+/)
  await page.getByRole('button', { name: 'Stop', exact: true }).click()
  await expect(app.lastMessage.getByText('stopped', { exact: true })).toBeVisible()
  const text = await app.lastMessage.textContent()
  await app.restart()
  await app.page.getByRole('button', { name: 'Tell me a tiny story.' }).first().click()
  await expect(app.lastMessage).toHaveText(text as string)
})

test('the Escape key stops an answer', async ({ app, page }) => {
  await app.ready()
  await app.makeAnswersLong()
  await app.send('Tell me a tiny story.')
  await expect(app.lastMessage.getByTestId('answer-text').first()).toContainText(/\w+ \w+ \w+/)
  await page.keyboard.press('Escape')
  await expect(app.lastMessage.getByText('stopped', { exact: true })).toBeVisible()
})

test('a regenerated answer is added as an alternative, and both can be shown', { tag: '@full' }, async ({ app, page }) => {
  await app.ready()
  await app.ask('Tell me a tiny story.')
  await page.getByRole('button', { name: 'Regenerate' }).click()
  await expect(app.lastMessage.getByText('2 of 2')).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(2)
  await page.getByRole('button', { name: 'Previous answer' }).click()
  await expect(app.lastMessage.getByText('1 of 2')).toBeVisible()
  await app.ask('Thank you.')
  await expect(page.getByRole('article')).toHaveCount(4)
  await expect(page.getByRole('region', { name: 'Conversation' }).getByText('1 of 2')).toBeVisible()
})

test('a prompt longer than the context is refused with both token counts, and the next prompt works', { tag: '@full' }, async ({
  app,
  page,
}) => {
  await app.ready()
  await app.send('word '.repeat(3000))
  await expect(app.lastMessage.getByRole('alert')).toContainText(
    /The conversation \([\d,]+ tokens\) exceeds the available context size \(2,048 tokens\)/,
  )
  await app.ask('What is the KV cache?')
  await expect(app.lastMessage).toContainText(/cache/i)
  await expect(page.getByRole('article')).toHaveCount(4)
})

test('a user can chat by keyboard alone', async ({ app, page }) => {
  await app.ready()
  await page.keyboard.type('What is the KV cache?')
  await page.keyboard.press('Enter')
  await expect(app.lastMessage.getByText(/^TTFT \d/)).toBeVisible()
  await page.keyboard.type('Thank you.')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('article')).toHaveCount(4)
})
