import type { Headroom } from './fixture'
import { expect, test } from './fixture'

async function askForSeveral(app: Headroom, answers: number): Promise<void> {
  const field = app.page.getByLabel('Message', { exact: true })
  await field.fill('Hello')
  await app.choose('Answers', `${answers} answers`)
  // The sequences fit, so Headroom does not ask. Until the context has them, nothing can be sent.
  await expect(app.page.getByRole('button', { name: 'Send', exact: true })).toBeEnabled({ timeout: 30_000 })
  await field.fill('')
}
const answer = (app: Headroom, number: number, of: number) => app.page.getByRole('region', { name: `Answer ${number} of ${of}` })

test('three answers share one prefill, and the conversation continues with the selected answer', { tag: '@full' }, async ({
  app,
  page,
}) => {
  await app.ready()
  await askForSeveral(app, 3)
  await app.send('Tell me a tiny story.')
  for (const number of [1, 2, 3])
    await expect(answer(app, number, 3).getByRole('button', { name: `Copy answer ${number}` })).toBeVisible({ timeout: 30_000 })
  await expect(page.getByText('3 answers · prompt processed once')).toBeVisible()
  await answer(app, 2, 3).getByRole('button', { name: 'Open the report of answer 2' }).click()
  await expect(answer(app, 2, 3).getByText('in one batch')).toBeVisible()
  const cells = await answer(app, 2, 3)
    .getByText(/^\d+ of 2,048$/)
    .textContent()
  const held = Number.parseInt(cells ?? '', 10)
  expect(held).toBeGreaterThan(20)

  await answer(app, 1, 3).getByRole('radio').focus()
  await page.keyboard.press('ArrowDown')
  await expect(answer(app, 2, 3).getByRole('radio')).toBeChecked()
  await expect(answer(app, 2, 3).getByText('the conversation continues here')).toBeVisible()
  await app.choose('Answers', '1 answer')
  await app.ask('And then?')
  await expect(app.lastMessage.getByText(`reused ${held}`, { exact: true })).toBeVisible()
  await expect(page.getByText('2 of 3', { exact: true })).toBeVisible()
  await app.restart()
  await app.page.getByRole('button', { name: 'Tell me a tiny story.', exact: true }).click()
  await expect(app.page.getByText('2 of 3', { exact: true })).toBeVisible()
})

test('one answer can be stopped while the others continue, and Escape stops them all', { tag: '@full' }, async ({ app, page }) => {
  await app.ready()
  await app.makeAnswersLong()
  await askForSeveral(app, 2)
  await app.send('Tell me a tiny story.')
  await expect(answer(app, 2, 2)).toContainText(/\w+ \w+ \w+/, { timeout: 30_000 })
  await answer(app, 2, 2).getByRole('button', { name: 'Stop answer 2' }).click()
  await expect(answer(app, 2, 2).getByText('stopped', { exact: true })).toBeVisible({ timeout: 15_000 })
  await expect(answer(app, 1, 2).getByRole('button', { name: 'Stop answer 1' })).toBeVisible()
  await page.getByLabel('Message', { exact: true }).press('Escape')
  await expect(answer(app, 1, 2).getByText('stopped', { exact: true })).toBeVisible({ timeout: 15_000 })
})

test('a narrow window shows the answers as tabs, and the conversation continues with the selected answer', { tag: '@full' }, async ({
  app,
  page,
}) => {
  await app.ready()
  await askForSeveral(app, 2)
  await page.setViewportSize({ width: 900, height: 640 })
  await app.send('What is the KV cache?')
  await page.getByRole('tab', { name: 'Answer 1' }).focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('tab', { name: 'Answer 2' })).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('tabpanel', { name: 'Answer 2' }).getByRole('button', { name: 'Copy answer 2' })).toBeVisible({
    timeout: 30_000,
  })
  await app.choose('Answers', '1 answer')
  await app.ask('Thanks.')
  await expect(page.getByText('2 of 2', { exact: true })).toBeVisible()
})

test('several answers cannot be requested at temperature 0, and the option says why', { tag: '@full' }, async ({ app, page }) => {
  await app.ready()
  await app.openSettings()
  await page.getByLabel('Temperature', { exact: true }).fill('0')
  await page.getByRole('combobox', { name: 'Answers' }).click()
  const option = page.getByRole('option', { name: /2 answers/ })
  await expect(option).toHaveAttribute('aria-disabled', 'true')
  await expect(option).toContainText('would be the same')
})

test('a second conversation waits for the only sequence and says so, and with two sequences both are answered at the same time', {
  tag: '@full',
}, async ({ app, page }) => {
  const askElsewhere = async () => {
    await app.send('Tell me a tiny story.')
    await expect(app.lastMessage).toContainText(/\w+ \w+ \w+/, { timeout: 30_000 })
    await page.getByRole('button', { name: 'New conversation' }).click()
    await app.send('What is the KV cache?')
  }
  const stop = async () => {
    await page.getByLabel('Message', { exact: true }).press('Escape')
    await expect(app.lastMessage.getByText('stopped', { exact: true })).toBeVisible({ timeout: 15_000 })
  }
  /** The newest conversation with this title. */
  const show = (title: string) => page.getByRole('listitem').filter({ hasText: title }).first().getByRole('button').first().click()
  await app.ready()
  await app.makeAnswersLong()
  await askElsewhere()
  await expect(app.lastMessage.getByText('Waiting for other conversations: they use the only sequence')).toBeVisible()
  await show('Tell me a tiny story.')
  await stop()
  await show('What is the KV cache?')
  await expect(app.lastMessage).toContainText('Answering', { timeout: 30_000 })
  await stop()

  await askForSeveral(app, 2)
  await app.choose('Answers', '1 answer')
  await page.getByRole('button', { name: 'New conversation' }).click()
  await askElsewhere()
  await expect(app.lastMessage).toContainText('Answering', { timeout: 30_000 })
  await stop()
  await show('Tell me a tiny story.')
  await expect(app.lastMessage).toContainText('Answering')
  await stop()
  await app.lastMessage.getByRole('button', { name: 'Open the report' }).click()
  await expect(app.lastMessage.getByText('Shared steps', { exact: true })).toBeVisible()
})
