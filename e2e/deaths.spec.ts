import { expect, type Headroom, quickEngine, test } from './fixture'
import { hostPlatform } from './host-node'
import { isRunning } from './processes'

test('the chat continues after the engine is killed during an answer', { tag: '@desktop' }, async ({ app, page }) => {
  await app.ready()
  await app.makeAnswersLong()
  await app.send('Tell me a tiny story.')
  await expect(app.lastMessage.getByTestId('answer-text').first()).toContainText(/\w+ \w+ \w+/)
  await app.killEngine()
  await expect(page.getByRole('alert').first()).toContainText(
    // Windows does not report the signal.
    hostPlatform() === 'win32' ? 'The engine stopped' : 'The engine stopped. It was killed',
  )
  await expect(app.lastMessage.getByRole('alert')).toContainText('The engine stopped')
  await expect(app.lastMessage.getByTestId('answer-text').first()).toContainText(/\w+ \w+ \w+/)
  await page.getByRole('button', { name: 'Load the model again' }).click()
  await app.ready()
  await expect(page.getByRole('article')).toHaveCount(2)
  await app.send('Tell me a tiny story.')
  await expect(app.lastMessage.getByTestId('answer-text').first()).toContainText(/\w+ \w+ \w+/)
  await page.getByRole('button', { name: 'Stop', exact: true }).click()
  await expect(page.getByRole('article')).toHaveCount(4)
})

test('an answer’s visible text is stored when the engine is killed', { tag: '@full' }, async ({ app, page }) => {
  await app.ready()
  await app.makeAnswersLong()
  await app.send('Tell me a tiny story.')
  await expect(app.lastMessage.getByTestId('answer-text').first()).toContainText(/\w+ \w+ \w+/)
  const shown = await app.answerWords()
  await app.killEngine()
  await expect(app.lastMessage.getByRole('alert')).toContainText('The engine stopped')
  // The window sends the visible text to the host, which then stores it.
  await expect(async () => {
    await page.getByRole('button', { name: 'New conversation' }).click()
    await page.getByRole('listitem').getByRole('button', { name: 'Tell me a tiny story.', exact: true }).click()
    const kept = await app.answerWords()
    expect(kept.slice(0, shown.length)).toBe(shown)
  }).toPass()
})

test('the app offers safe settings after three engine deaths with the same settings', { tag: '@full' }, async ({ app, page }) => {
  await app.ready()
  for (const signal of ['SIGSEGV', 'SIGABRT', 'SIGKILL'] as const) {
    await app.killEngine(signal)
    await expect(page.getByRole('alert')).toContainText('The engine stopped')
    if (signal === 'SIGKILL') break
    await expect(page.getByRole('button', { name: /safe settings/ })).toHaveCount(0)
    await page.getByRole('button', { name: 'Load the model again' }).click()
    await app.ready()
  }
  await expect(page.getByRole('alert')).toContainText('the 3rd time')
  await page.getByRole('button', { name: /safe settings/ }).click()
  await app.ready()
  await app.ask('What is the KV cache?')
  await expect(app.lastMessage).toContainText('KV cache')
})

test('the engine ends when its parent process is killed during an answer', { tag: '@full' }, async ({ app }) => {
  await app.ready()
  await app.makeAnswersLong()
  await app.send('Tell me a tiny story.')
  await expect(app.lastMessage.getByTestId('answer-text').first()).toContainText(/\w+ \w+ \w+/)
  const pid = await app.enginePid()
  expect(isRunning(pid)).toBe(true)
  app.killAlone()
  await expect.poll(() => isRunning(pid)).toBe(false)
  app.killApp()
})

test('the prompt and all but the last second of the answer survive when the whole app is killed', {
  tag: '@full',
}, async ({ app }) => {
  await app.ready()
  await app.makeAnswersLong()
  await app.send('Tell me a tiny story.')
  await expect(app.lastMessage.getByTestId('answer-text').first()).toContainText(/\w+ \w+ \w+/)
  await expect.poll(async () => (await app.answerWords()).length).toBeGreaterThan(100)
  const shown = await app.answerWords()
  // Headroom writes at least every 800 ms.
  await expect.poll(() => app.storedText().length).toBeGreaterThan(shown.length)
  app.killApp()
  await app.startAgain()
  const { page } = app
  await expect(page.getByText('Headroom was closed while it was writing an answer')).toBeVisible()
  await page.getByRole('listitem').getByRole('button', { name: 'Tell me a tiny story.', exact: true }).click()
  await expect(page.getByRole('article').first()).toContainText('Tell me a tiny story.')
  await expect(app.lastMessage).toContainText('Headroom was closed while the model was writing this answer')
  const kept = await app.answerWords()
  expect(kept.slice(0, shown.length)).toBe(shown)
})

test('the engine has room for a cache and buffers of more than 2 GiB', { tag: '@desktop' }, async ({ app, page }) => {
  await app.ready()
  await app.openSettings()
  await app.choose('K type', 'q8_0')
  await app.choose('V type', 'q8_0')
  await page.getByLabel('Context in tokens').fill('999999')
  await page.getByRole('button', { name: 'Apply' }).click()
  await page.getByRole('tab', { name: 'Cache' }).click()
  await expect(page.getByText('of 1,000,192 cells')).toBeVisible()
  await app.ready()
  await app.ask('What is the KV cache?')
  await expect(app.lastMessage).toContainText('KV cache')
})

const kills = 6

test.describe('on an engine that starts immediately', () => {
  // Answers take 1.5 s at the default speed.
  test.use({ fakeEngine: quickEngine && { loadMs: 10 } })

  test('no message that was shown as sent is lost if the app is killed at random moments', { tag: '@full' }, async ({ app }) => {
    test.setTimeout(300_000)
    await app.ready()
    const sent: string[] = []
    for (let round = 0; round < kills; round++) {
      if (round > 0) await app.startAgain()
      await app.ready()
      const { page } = app
      if (round > 0) {
        await seesAll(app, sent)
      }
      const text = `message ${round}`
      await app.send(text)
      const shown = page.getByRole('article', { name: 'You' }).filter({ hasText: new RegExp(`${text}$`) })
      await shown.waitFor()
      sent.push(text)
      await page.waitForTimeout(Math.random() * (round % 2 ? 1500 : 150))
      app.killApp()
    }
    await app.startAgain()
    await seesAll(app, sent)
  })
})

/** The thread renders only visible messages, so the window must be tall enough for all of them. */
async function seesAll({ page }: Headroom, sent: readonly string[]): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 12_000 })
  await page.getByRole('listitem').getByRole('button', { name: 'message 0', exact: true }).click()
  for (const text of sent) await expect(page.getByText(text, { exact: true }).first()).toBeVisible()
  await page.setViewportSize({ width: 1280, height: 800 })
}
