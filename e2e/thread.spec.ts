import type { Locator, Page } from '@playwright/test'
import { expect, type Headroom, quickEngine, test } from './fixture'
import { openStored } from './stored-thread'

test.use({ fakeEngine: quickEngine })

const prompts = (page: Page) => page.getByRole('article', { name: 'You' })
const field = (page: Page) => page.getByLabel('Message', { exact: true })

test('an edited message is sent again as a branch, and going back restores the original message', async ({ app, page }) => {
  await app.ready()
  await app.ask('What is the KV cache?')
  await app.ask('My name is Marta. What is my name?')
  const before = await app.lastMessage.textContent()
  await prompts(page).first().hover()
  await prompts(page).first().getByRole('button', { name: 'Edit and send again' }).click()
  await page.getByLabel('Edit your message').fill('Tell me a tiny story.')
  await page.getByRole('button', { name: 'Send again', exact: true }).click()
  await expect(page.getByRole('article')).toHaveCount(2)
  await expect(prompts(page).first()).toContainText('Tell me a tiny story.')
  await expect(prompts(page).first().getByText('2 of 2')).toBeVisible()
  await expect(app.lastMessage.getByText(/^TTFT \d/)).toBeVisible()
  await prompts(page).first().getByRole('button', { name: 'Previous version' }).click()
  await expect(page.getByRole('article')).toHaveCount(4)
  await expect(prompts(page).first()).toContainText('What is the KV cache?')
  expect(await app.lastMessage.textContent()).toBe(before)
  await prompts(page).first().getByRole('button', { name: 'Next version' }).click()
  await expect(page.getByRole('article')).toHaveCount(2)
})

test('going back to a branch shows the answer that the user chose there, not the newest answer', { tag: '@full' }, async ({
  app,
  page,
}) => {
  await app.ready()
  await app.ask('Tell me a tiny story.')
  await page.getByRole('button', { name: 'Regenerate' }).click()
  await expect(app.lastMessage.getByText('2 of 2')).toBeVisible()
  await page.getByRole('button', { name: 'Previous answer' }).click()
  await expect(app.lastMessage.getByText('1 of 2')).toBeVisible()
  await field(page).press('ArrowUp')
  await page.getByLabel('Edit your message').fill('What is the KV cache?')
  await page.keyboard.press('Enter')
  await expect(prompts(page).getByText('2 of 2')).toBeVisible()
  await page.getByRole('button', { name: 'Previous version' }).click()
  await expect(app.lastMessage.getByText('1 of 2')).toBeVisible()
})

test('a system prompt can be set before the first message and changed after it, and becomes part of the prompt', async ({ app, page }) => {
  await app.ready()
  await page.getByRole('button', { name: 'System prompt: none' }).click()
  await page.getByLabel('System prompt', { exact: true }).fill('You are brief.')
  await page.getByRole('button', { name: 'Set', exact: true }).click()
  await expect(page.getByRole('button', { name: 'System prompt: You are brief.' })).toBeVisible()
  await app.ask('What is the KV cache?')
  const short = await promptTokens(app)
  await page.getByRole('button', { name: 'New conversation' }).click()
  await expect(page.getByRole('button', { name: 'System prompt: none' })).toBeVisible()
  await app.ask('What is the KV cache?')
  expect(await promptTokens(app)).toBeLessThan(short)
  await page
    .getByRole('region', { name: 'Conversation' })
    .getByRole('button', { name: /^System prompt: / })
    .click()
  await expect(page.getByText('process the whole conversation again')).toBeVisible()
  const top = async (element: Locator) => (await element.boundingBox())?.y ?? Number.NaN
  expect(await top(page.getByLabel('System prompt', { exact: true }))).toBeLessThan(
    await top(page.getByRole('button', { name: /^When the context is full: / })),
  )
  await page.getByLabel('System prompt', { exact: true }).fill('You know everything about caches, and say it in one sentence.')
  await page.getByRole('button', { name: 'Set', exact: true }).click()
  await expect(page.getByRole('button', { name: /^System prompt: You know everything/ })).toBeVisible()
  await app.ask('And a quantized one?')
  // Only the template's tokens before the system prompt can be reused.
  const reused = Number((await app.lastMessage.getByText(/^reused \d+$/).textContent())?.replace(/\D/g, ''))
  expect(reused).toBeLessThan(8)
})

test('the editor of the system prompt is in view and focused in a chat that is longer than the window', async ({ app, page }) => {
  await app.ready()
  await app.ask('What is the KV cache?')
  const thread = page.getByRole('region', { name: 'Conversation', exact: true })
  const hiddenPx = () => thread.evaluate((element) => element.scrollHeight - element.clientHeight)
  for (let height = 780; (await hiddenPx()) < 20; height -= 20) await page.setViewportSize({ width: 1280, height })
  await thread.evaluate((element) => element.scrollTo(0, 0))
  await page.getByRole('button', { name: 'System prompt: none' }).click()
  const field = page.getByLabel('System prompt', { exact: true })
  await expect(field).toBeFocused()
  await expect(page.getByRole('button', { name: 'Set', exact: true })).toBeVisible()
  await expect(field).toBeInViewport({ ratio: 1 })
})

test('a system prompt that was typed but not set is sent with the next message', { tag: '@full' }, async ({ app, page }) => {
  await app.ready()
  const line = page.getByRole('region', { name: 'Conversation' }).getByRole('button', { name: /^System prompt: / })
  const field = page.getByLabel('System prompt', { exact: true })
  await line.click()
  await field.fill('You are brief.')
  await app.ask('What is the KV cache?')
  await expect(line).toHaveText('System prompt: You are brief.')
  await line.click()
  await field.fill('You are long-winded.')
  await line.click()
  await expect(line).toHaveText('System prompt: You are long-winded. (from the next message on)')
  await app.ask('And a quantized one?')
  await expect(line).toHaveText('System prompt: You are long-winded.')
  await line.click()
  await field.fill('Something else')
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await expect(line).toHaveText('System prompt: You are long-winded.')
  await page.reload()
  await app.ready()
  await page.getByRole('listitem').getByRole('button', { name: 'What is the KV cache?', exact: true }).click()
  await expect(line).toHaveText('System prompt: You are long-winded.')
})

async function promptTokens(app: Headroom): Promise<number> {
  await app.lastMessage.getByRole('button', { name: 'Open the report' }).click()
  const report = app.lastMessage.getByRole('region', { name: 'Turn report' })
  const text = await report
    .locator('dt', { hasText: /^Prompt$/ })
    .locator('xpath=following-sibling::dd')
    .textContent()
  return Number(text?.replace(/\D/g, ''))
}

test('the report of a turn shows and explains every measurement, and its copy has no text of the chat', async ({ app, page }) => {
  await app.ready()
  await page.evaluate(() => {
    const written: string[] = []
    Object.assign(window, { written })
    navigator.clipboard.writeText = async (text) => void written.push(text)
  })
  await app.ask('What is the KV cache?')
  await app.lastMessage.getByRole('button', { name: 'Open the report' }).click()
  const report = app.lastMessage.getByRole('region', { name: 'Turn report' })
  for (const word of ['Prefill rate', 'TTFT', 'Tokenize', 'ITL p99', 'TPOT', 'Seed', 'Threads', 'Cells'])
    await expect(report.getByRole('button', { name: word, exact: true })).toBeVisible()
  await report.getByRole('button', { name: 'TPOT', exact: true }).hover()
  await expect(page.getByText('Time per output token')).toBeVisible()
  await report.getByRole('button', { name: 'Copy as JSON' }).click()
  await report.getByRole('button', { name: 'Copy as text' }).click()
  const [json = '', text = ''] = await page.evaluate(() => (window as unknown as { written: string[] }).written)
  expect(JSON.parse(json)).toMatchObject({ stopReason: 'end-of-text', reusedTokens: 0 })
  expect(text).toMatch(/TTFT: [\d.]+ m?s/)
  expect(json + text).not.toContain('KV cache')
})

test('the tokens of a message are counted while it is typed, and the number of tokens left is shown', async ({ app, page }) => {
  await app.ready()
  await field(page).fill('What is the KV cache?')
  await expect(page.getByRole('button', { name: /^\d+ tokens, [\d,]+ of 2,048 left$/ })).toBeVisible()
  await app.ask('What is the KV cache?')
  await field(page).fill('x')
  await page.getByRole('button', { name: 'Cache', exact: true }).click()
  // The figures differ only by the tokens of the typed message.
  const numberIn = (text: string | null, pattern: RegExp) => Number(pattern.exec(text ?? '')?.[1]?.replaceAll(',', ''))
  await expect(async () => {
    const used = numberIn(await page.getByTestId('used-cells').textContent(), /([\d,]+)/)
    const left = numberIn(await page.getByRole('button', { name: /of 2,048 left$/ }).textContent(), /, ([\d,]+) of/)
    expect(Math.abs(2048 - used - left)).toBeLessThanOrEqual(3)
  }).toPass({ timeout: 10_000 })
})

test('a pasted text of 10 MB is counted in the background and refused with both character counts, and typing still works', {
  tag: '@full',
}, async ({ app, page }) => {
  await app.ready()
  await field(page).evaluate((element) => {
    const data = new DataTransfer()
    // Headroom counts a known text only once, so all words differ.
    data.setData('text/plain', Array.from({ length: 1_048_576 }, (_unused, index) => String(index).padStart(9, 'w')).join(' '))
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
  })
  await expect(page.getByText('Pasted text, 10,485,759 characters')).toBeVisible()
  await expect(page.getByRole('alert')).toContainText('10,485,759 characters. A message can have at most 4,000,000')
  await expect(page.getByText(/^counting, \d+%$/)).toBeVisible()
  await field(page).pressSequentially('and a word')
  await expect(field(page)).toHaveValue('and a word')
  await expect(page.getByRole('button', { name: 'Send' })).toBeDisabled()
  await page.getByRole('button', { name: 'Remove the pasted text' }).click()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await field(page).evaluate((element) => {
    const data = new DataTransfer()
    data.setData('text/plain', 'word '.repeat(15_000))
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
  })
  await expect(page.getByRole('alert')).toContainText(/about [\d,]+ tokens, about [\d.]+ times what the context holds \(2,048\)\./, {
    timeout: 20_000,
  })
  await page.getByRole('button', { name: 'Remove the pasted text' }).click()
  await expect(page.getByRole('button', { name: 'Send' })).toBeEnabled()
})

test('unsent text survives a reload', async ({ app, page }) => {
  await app.ready()
  await field(page).fill('half a thought')
  await page.reload()
  await app.ready()
  await expect(field(page)).toHaveValue('half a thought')

  // The page reloads before the host has confirmed the first of three changes.
  const typed = field(page).evaluate((element: HTMLTextAreaElement) => {
    const setValue = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set
    for (const text of ['half', 'half a', 'half another thought']) {
      setValue?.call(element, text)
      element.dispatchEvent(new Event('input', { bubbles: true }))
    }
  })
  await Promise.all([typed, page.reload()])
  await expect(field(page)).toHaveValue('half another thought')
})

test('a conversation of 2,000 messages opens at its end, scrolls, and can be searched', { tag: '@full' }, async ({ app }) => {
  const texts = Array.from(
    { length: 2000 },
    (_unused, index) => `Message ${index}.\n\nWith a second paragraph${index === 700 ? ', about zebras' : ''}.`,
  )
  await openStored(app, 'Many', texts)
  const { page } = app
  const articles = page.getByRole('article')
  await expect(page.getByText('Message 1999.')).toBeInViewport()
  expect(await articles.count()).toBeLessThan(40)
  await expect(articles.last()).toHaveAttribute('aria-setsize', '2000')
  await page.getByLabel('Search conversations').fill('zebras')
  await page.getByRole('region', { name: 'Search results' }).getByRole('button').first().click()
  await expect(page.getByRole('article').getByText('about zebras')).toBeInViewport()
  await page.getByRole('button', { name: 'Jump to the end' }).click()
  await expect(page.getByText('Message 1999.')).toBeInViewport()
  await expect(page.getByRole('button', { name: 'Jump to the end' })).toHaveCount(0)
  const region = page.getByRole('region', { name: 'Conversation' })
  await region.focus()
  await page.keyboard.press('Home')
  await expect(page.getByText('Message 0.')).toBeInViewport()
})

test('a window whose size changes keeps the newest words visible, and does not scroll while the user reads further up', {
  tag: '@full',
}, async ({ app }) => {
  await openStored(
    app,
    'Long',
    Array.from({ length: 40 }, (_unused, index) => `Message ${index}. ${'Some more words that need room. '.repeat(8)}`),
  )
  const { page } = app
  const region = page.getByRole('region', { name: 'Conversation' })
  const fromEnd = () => region.evaluate((element) => element.scrollHeight - element.clientHeight - element.scrollTop)
  await expect.poll(fromEnd).toBeLessThan(2)
  await page.setViewportSize({ width: 900, height: 500 })
  await expect(page.getByText('Message 39.')).toBeInViewport()
  await expect.poll(fromEnd).toBeLessThan(2)
  await expect(page.getByRole('button', { name: 'Jump to the end' })).toHaveCount(0)
  await region.focus()
  await page.keyboard.press('Home')
  await expect(page.getByText('Message 0.')).toBeInViewport()
  await page.setViewportSize({ width: 900, height: 640 })
  await expect(page.getByRole('button', { name: 'Jump to the end' })).toBeVisible()
  await expect(page.getByText('Message 0.')).toBeInViewport()
})

test('a message can be edited, branched and continued by keyboard alone', { tag: '@full' }, async ({ app, page }) => {
  await app.ready()
  await page.keyboard.type('What is the KV cache?')
  await page.keyboard.press('Enter')
  await expect(app.lastMessage.getByText(/^TTFT \d/)).toBeVisible()
  await page.keyboard.press('ArrowUp')
  await expect(page.getByLabel('Edit your message')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(field(page)).toBeFocused()
  await expect(page.getByLabel('Edit your message')).toHaveCount(0)
  await page.keyboard.press('ArrowUp')
  await page.keyboard.type(' Please.')
  await page.keyboard.press('Enter')
  await expect(prompts(page).first()).toContainText('What is the KV cache? Please.')
  await expect(field(page)).toBeFocused()
  await expect(app.lastMessage.getByText(/^TTFT \d/)).toBeVisible()
  await page.getByRole('button', { name: 'Previous version' }).focus()
  await page.keyboard.press('Enter')
  await expect(prompts(page).first().getByText('1 of 2')).toBeVisible()
})

test('the notice about a deleted conversation does not cover the composer', { tag: '@full' }, async ({ app, page }) => {
  await app.ready()
  await app.ask('What is the KV cache?')
  const item = page.getByRole('listitem').filter({ hasText: 'What is the KV cache?' })
  await item.hover()
  await item.getByRole('button', { name: /^More about/ }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const note = await page.getByRole('status').filter({ hasText: 'Deleted' }).boundingBox()
  const composer = await field(page).boundingBox()
  expect((note?.x ?? 0) + (note?.width ?? 0)).toBeLessThanOrEqual(composer?.x ?? 0)
})

test.describe('with llama.cpp, whose answers can be long', () => {
  test.use({ fakeEngine: undefined })

  test('a stopped answer is continued as an alternative, from its last word', { tag: '@full' }, async ({ app, page }) => {
    await app.ready()
    await app.makeAnswersLong()
    await app.send('Tell me a tiny story.')
    await expect(app.lastMessage.getByTestId('answer-text').first()).toContainText(/\w+ \w+ \w+ \w+/)
    await page.getByRole('button', { name: 'Stop', exact: true }).click()
    await expect(app.lastMessage.getByText('stopped', { exact: true })).toBeVisible()
    const begun = (await app.answerText()).trim()
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(app.lastMessage.getByRole('status').filter({ hasText: 'Answering' })).toBeVisible()
    await expect.poll(async () => (await app.answerText()).length).toBeGreaterThan(begun.length + 20)
    await page.getByRole('button', { name: 'Stop', exact: true }).click()
    await expect(app.lastMessage.getByText('2 of 2')).toBeVisible()
    const whole = await app.answerText()
    expect(whole.replace(/\s+/g, ' ').startsWith(begun.replace(/\s+/g, ' '))).toBe(true)
    await page.getByRole('button', { name: 'Previous answer' }).click()
    await expect(app.lastMessage.getByText('1 of 2')).toBeVisible()
    expect((await app.answerText()).trim()).toBe(begun)
  })

  test('an answer that was cut off by an engine crash can be continued', { tag: '@full' }, async ({ app, page }) => {
    await app.ready()
    await app.makeAnswersLong()
    await app.send('Tell me a tiny story.')
    await expect(app.lastMessage.getByTestId('answer-text').first()).toContainText(/\w+ \w+ \w+ \w+/)
    await expect.poll(() => app.storedText()).not.toBe('')
    await app.killEngine()
    await page.getByRole('button', { name: 'Load the model again' }).click()
    await app.ready()
    const begun = (await app.answerText()).trim()
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect.poll(async () => (await app.answerText()).length).toBeGreaterThan(begun.length + 20)
    await page.getByRole('button', { name: 'Stop', exact: true }).click()
    await expect(app.lastMessage.getByText('2 of 2')).toBeVisible()
  })

  test('a growing answer does not scroll the thread while the user reads further up', { tag: '@full' }, async ({ app, page }) => {
    await app.ready()
    await app.makeAnswersLong()
    await app.send('Tell me a tiny story.')
    const region = page.getByRole('region', { name: 'Conversation' })
    const overflow = () => region.evaluate((element) => element.scrollHeight - element.clientHeight)
    await expect.poll(overflow, { timeout: 40_000 }).toBeGreaterThan(400)
    const fromEnd = () => region.evaluate((element) => element.scrollHeight - element.clientHeight - element.scrollTop)
    expect(await fromEnd()).toBeLessThan(120)
    await region.evaluate((element) => element.scrollTo({ top: 0 }))
    await expect(page.getByRole('button', { name: 'Jump to the end' })).toBeVisible()
    const before = await overflow()
    await expect.poll(overflow, { timeout: 20_000 }).toBeGreaterThan(before + 40)
    expect(await region.evaluate((element) => element.scrollTop)).toBeLessThan(20)
    await page.getByRole('button', { name: 'Jump to the end' }).click()
    await expect.poll(fromEnd).toBeLessThan(120)
  })
})
