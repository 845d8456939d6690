import { expectAccessible } from './expect-accessible'
import { expect, quickEngine, test } from './fixture'

test.use({ fakeEngine: quickEngine, details: false })

test('the cache panel opens as a card in plain words, and remembers that the user wants details', async ({ app, page }) => {
  await app.ready()
  const card = page.getByRole('region', { name: 'Memory of this chat' })
  await expect(card).toContainText('The first answer shows here how fast this model is on this computer.')
  await expect(page.getByTestId('used-cells')).toHaveCount(0)
  await app.ask('What is the KV cache?')
  await expect(card).toContainText(/The last answer took (less than a second|\d+ seconds?)\./)
  await app.ask('And why is it large?')
  await expect(card).toContainText(/There is (room for|plenty of room)/)
  await expect(app.lastMessage).toContainText(/took (less than a second|\d+ seconds?)/)
  await expect(app.lastMessage).not.toContainText(/TTFT|reused|tokens per second/)
  await expectAccessible(app, 'the card')
  await page.getByRole('button', { name: 'Details', exact: true }).click()
  await expect(page.getByTestId('used-cells')).toBeVisible()
  await expect(app.lastMessage).toContainText(/processed \d+/)
  await page.reload()
  await expect(page.getByTestId('used-cells')).toBeVisible()
  await page.getByRole('button', { name: 'Fewer details' }).click()
  await expect(card).toBeVisible()
})
