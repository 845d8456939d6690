import { expectAccessible } from './expect-accessible'
import { expect, quickEngine, test } from './fixture'

test.use({ fakeEngine: quickEngine, details: false })

test('the help menu explains the terms, shows the shortcuts and leads to the report, as the command palette does', {
  tag: '@full',
}, async ({ app, page }) => {
  await app.ready()
  const choose = async (name: string) => {
    await page.getByRole('button', { name: 'Help', exact: true }).click()
    await page.getByRole('menuitem', { name }).click()
  }
  await choose('First steps')
  const steps = page.getByRole('dialog', { name: 'First steps' })
  await expect(steps).toContainText('Get a model')
  await expectAccessible(app, 'first steps')
  await page.keyboard.press('Escape')
  await expect(steps).toBeHidden()
  await choose('What the terms mean')
  const terms = page.getByRole('dialog', { name: 'What the terms mean' })
  await expect(terms).toContainText(
    'A place in this memory for one token. Technically: space for one token’s keys and values in the cache.',
  )
  await expectAccessible(app, 'list of terms')
  await terms.getByRole('searchbox', { name: 'Find a term' }).fill('kld')
  await expect(terms.getByRole('term')).toHaveText(['KLD'])
  await page.keyboard.press('Escape')
  await expect(terms).toBeHidden()

  await choose('Keyboard shortcuts')
  await expect(page.getByRole('heading', { name: 'Keyboard shortcuts' })).toBeInViewport()
  await expect(page.getByRole('button', { name: /^Change the shortcut for What the terms mean/ })).toBeVisible()
  await choose('Report a problem')
  await expect(page.getByRole('button', { name: 'Copy as a bug report' })).toBeFocused()

  await app.shortcut('palette')
  await page.keyboard.type('about')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'About Headroom' })).toContainText('MIT License')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog', { name: 'About Headroom' })).toBeHidden()
})

test('the tour is offered after the first answer, points at the memory with the first message, and can be taken again', {
  tag: '@full',
}, async ({ app, page }) => {
  await app.ready()
  await app.ask('Why is the sky blue?')
  await page.getByRole('button', { name: 'Take the tour' }).click()
  const tour = page.getByRole('dialog', { name: 'Your chats' })
  await expect(tour).toBeVisible()
  await expectAccessible(app, 'the tour')
  const next = page.getByRole('button', { name: 'Next' })
  await next.click()
  await expect(page.getByRole('dialog', { name: 'The memory of this chat' })).toContainText(
    'Your message “Why is the sky blue?” is in here now',
  )
  for (const title of ['How full it is', 'A better model', 'Help']) {
    await next.click()
    await expect(page.getByRole('dialog', { name: title })).toBeVisible()
  }
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('region', { name: 'Memory of this chat' })).toBeVisible()
  await expect(page.getByText('New here?')).toHaveCount(0)

  await app.shortcut('palette')
  await page.keyboard.type('tour')
  await page.keyboard.press('Enter')
  await expect(tour).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(tour).toBeHidden()
})
