import { expectAccessible } from './expect-accessible'
import { expect, quickEngine, test } from './fixture'

test.use({ fakeEngine: quickEngine, details: false })

test('the plain view hides what experts need, and the command palette and the details show it', async ({ app, page }) => {
  await app.ready()
  const navigation = page.getByRole('navigation')
  const experts = navigation.getByRole('group', { name: 'For experts' })
  for (const name of ['Planner', 'Compare', 'Lab', 'Requests']) await expect(experts.getByRole('button', { name })).toBeVisible()
  const form = page.locator('form').filter({ has: page.getByLabel('Message', { exact: true }) })
  const hidden = [
    page.getByText('f16 cache'),
    page.getByRole('button', { name: 'Unload' }),
    page.getByRole('tab', { name: 'Events' }),
    form.getByRole('button', { name: 'Tools' }),
    form.getByRole('combobox', { name: 'Answers' }),
  ]
  for (const one of hidden) await expect(one).toHaveCount(0)
  await page.getByRole('button', { name: 'Model settings' }).first().click()
  await page.getByLabel('Memory of a chat in tokens').fill('1024')
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0)
  await page.getByRole('combobox', { name: 'Creativity' }).click()
  await page.getByRole('option', { name: 'creative' }).click()
  await expect(page.getByText('Logit bias', { exact: true })).toBeHidden()
  await expectAccessible(app, 'plain settings')
  await page.getByRole('button', { name: 'Choose tools…' }).click()
  await expect(page.getByRole('dialog', { name: 'Tools' }).getByRole('button', { name: 'Add server' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByText('All settings').click()
  await expect(page.getByLabel('Temperature', { exact: true })).toHaveValue('1.2')

  await app.shortcut('palette')
  await page.keyboard.type('system prompt')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'System prompt (instructions for the model): none' })).toBeFocused()
  for (const one of hidden) await expect(one).toHaveCount(0)
  await app.shortcut('palette')
  await page.keyboard.type('answers')
  await page.getByRole('option', { name: /^Answers/ }).click()
  await expect(form.getByRole('combobox', { name: 'Answers' })).toBeFocused()
  for (const one of hidden) await expect(one).toBeVisible()
})

test('the x between digits in the name of a file is drawn as a letter', async ({ app, page }) => {
  await app.ready()
  const [whole, parts] = await page.evaluate(async () => {
    const widthOf = (text: string) => {
      const span = document.body.appendChild(document.createElement('span'))
      span.style.cssText = 'position: absolute; font-size: 100px; font-kerning: none'
      span.textContent = text
      const { width } = span.getBoundingClientRect()
      span.remove()
      return width
    }
    widthOf('12x640')
    await document.fonts.ready
    return [widthOf('12x640'), widthOf('12') + widthOf('x') + widthOf('640')]
  })
  expect(whole).toBeCloseTo(parts ?? 0, 0)
})

test('the plain view lists models without figures for experts, and folds the preferences for experts', async ({ app, page }) => {
  await app.ready()
  await app.showModels()
  const models = page.getByRole('region', { name: 'Models on this machine' })
  await expect(models.getByText('fits', { exact: true })).toBeVisible()
  const expertChoice = page.getByRole('combobox', { name: 'K and V type of the cache' })
  await expect(expertChoice).toHaveCount(0)
  await expectAccessible(app, 'plain models')

  await page.getByRole('navigation').getByRole('button', { name: 'Preferences' }).click()
  const access = page.getByRole('region', { name: 'API server' })
  await expect(access).toBeHidden()
  await expect(page.getByRole('region', { name: 'Your data' })).toBeVisible()
  await expectAccessible(app, 'plain preferences')
  await page.locator('summary').filter({ hasText: 'For experts' }).click()
  await expect(access).toBeVisible()
  await page.reload()
  await app.ready()
  await app.shortcut('palette')
  await page.keyboard.type('disk space limit')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: 'Saved caches' })).toBeVisible()
  await expect(page.getByRole('switch', { name: 'Details for experts' })).not.toBeChecked()
})

test('the panel closes when there is no room for it next to the conversation', async ({ app, page }) => {
  await app.ready()
  const panel = page.getByRole('complementary', { name: 'Memory and settings' })
  await expect(panel).toBeVisible()
  await page.setViewportSize({ width: 860, height: 640 })
  await expect(panel).toHaveCount(0)
  await page.getByRole('button', { name: 'Open the panel' }).click()
  await expect(panel).toBeVisible()
  await page.getByLabel('Message', { exact: true }).focus()
  await expect(panel).toHaveCount(0)
  await page.setViewportSize({ width: 1280, height: 800 })
  await expect(panel).toBeVisible()
})
