import { expectAccessible } from './expect-accessible'
import { expect, quickEngine, test } from './fixture'

test.use({ fakeEngine: quickEngine })

test('the command palette runs commands and finds conversations and settings by a few letters', { tag: '@desktop' }, async ({
  app,
  page,
}) => {
  await app.ready()
  await app.ask('Why is the sky blue?')
  const field = page.getByRole('combobox', { name: 'Search commands, conversations and settings' })
  const first = page.getByRole('option').first()
  await app.shortcut('palette')
  await expect(field).toBeFocused()
  await expect(first).toContainText('New conversation')
  await expectAccessible(app, 'palette')
  await page.keyboard.type('zzz')
  await expect(page.getByText('Nothing matches “zzz”.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(field).toBeHidden()

  await app.shortcut('palette')
  await field.fill('newc')
  await expect(first).toContainText('New conversation')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('article')).toHaveCount(0)

  await app.shortcut('palette')
  await field.fill('sky')
  await page.getByRole('option', { name: 'Why is the sky blue?' }).click()
  await expect(page.getByRole('article')).toHaveCount(2)

  await app.shortcut('palette')
  await field.fill('xtc thr')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('XTC threshold')).toBeFocused()

  await app.shortcut('palette')
  await field.fill('theme')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('group', { name: 'Theme' }).getByRole('button', { name: 'System' })).toBeFocused()
})

test('the model in the bar opens a list of the models with what fits, and a click loads one', { tag: '@desktop' }, async ({
  app,
  page,
}) => {
  await app.ready()
  await page.getByRole('button', { name: 'Unload' }).click()
  await app.shortcut('choose-model')
  const pocket = page.getByRole('menuitemradio', { name: /^Pocket/ })
  await expect(pocket).toContainText(/tokens fit/)
  await expectAccessible(app, 'list of models')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Choose a model' }).click()
  await pocket.click()
  await app.ready()
  await page.locator('header').getByRole('button', { name: 'Pocket' }).click()
  await expect(pocket).toBeChecked()
  await page.getByRole('menuitem', { name: 'More models…' }).click()
  await expect(page.getByRole('heading', { name: 'Models', exact: true })).toBeVisible()
})
