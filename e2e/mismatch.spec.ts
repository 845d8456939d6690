import { expect, test } from './fixture'

// The real engine always allocates the planned bytes.
test.use({ fakeEngine: { surplusBytes: 4096 } })

test('an allocation that differs from the plan is reported, and the report can be copied', { tag: '@full' }, async ({ app, page }) => {
  await app.ready()
  const notice = page.getByRole('alert').or(page.getByRole('status')).filter({ hasText: 'llama.cpp allocated' })
  await expect(notice).toContainText('The model works, but the plan for it is wrong.')
  const panel = page.getByRole('complementary')
  await expect(panel.getByTestId('predicted').first()).toContainText('≠')
  await notice.getByRole('button', { name: 'Copy the report' }).click()
  await expect(notice.getByRole('button', { name: 'Copied' })).toBeVisible()
  await app.send('Hello?')
  await expect(app.lastMessage).toContainText('This is the fake engine speaking')
})
