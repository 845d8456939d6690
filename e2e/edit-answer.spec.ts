import { expect, test } from './fixture'

test('an edited answer is another branch, without figures, and the next message continues from it', { tag: '@both' }, async ({
  app,
  page,
}) => {
  await app.ready()
  await app.ask('What is the KV cache?')
  const original = await app.answerText()
  const answer = app.lastMessage
  await answer.hover()
  await answer.getByRole('button', { name: 'Edit the answer' }).click()
  const field = page.getByLabel('Text of the answer')
  const save = answer.getByRole('button', { name: 'Save', exact: true })
  await expect(field).toBeFocused()
  await expect(save).toBeDisabled()
  await field.fill(' ')
  await expect(save).toBeDisabled()
  await field.press('Escape')
  await expect(field).toHaveCount(0)
  expect(await app.answerText()).toBe(original)

  await answer.click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Edit the answer' }).click()
  await field.fill('A zebra with stripes.')
  await save.click()
  await expect(answer.getByText('2 of 2')).toBeVisible()
  await expect(answer.getByText('edited by you')).toBeVisible()
  await expect(answer.getByText(/TTFT|reused/)).toHaveCount(0)
  expect(await app.answerText()).toBe('A zebra with stripes.')
  await expect(answer.getByRole('button', { name: 'Continue', exact: true })).toBeEnabled()

  await app.ask('And a quantized one?')
  await app.lastMessage.getByRole('button', { name: 'Open the report' }).click()
  await expect(app.lastMessage).toContainText('a message was edited')
  const edited = page.locator('article[aria-posinset="2"]')
  await edited.getByRole('button', { name: 'Previous answer' }).click()
  await expect(page.getByRole('article')).toHaveCount(2)
  expect(await app.answerText()).toBe(original)
  await edited.getByRole('button', { name: 'Next answer' }).click()
  await expect(page.getByRole('article')).toHaveCount(4)

  await app.restart()
  await app.ready()
  await app.page.getByRole('listitem').getByRole('button', { name: 'What is the KV cache?', exact: true }).click()
  await expect(app.page.locator('article[aria-posinset="2"]')).toContainText('A zebra with stripes.')
  await expect(app.page.getByText('edited by you')).toBeVisible()
})
