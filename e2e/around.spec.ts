import { expectAccessible } from './expect-accessible'
import { expect, quickEngine, test } from './fixture'

test.use({ fakeEngine: quickEngine })

test('the command palette runs commands and finds conversations and settings by a few letters', { tag: '@desktop' }, async ({
  app,
  page,
}) => {
  await app.ready()
  await app.ask('Why is the sky blue?')
  const field = page.getByRole('combobox', { name: 'Search commands, models, conversations and settings' })
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

  const found = {
    dark: 'Theme',
    mcp: 'Choose tools',
    eject: 'Unload the model',
    'context length': 'Context',
    preset: 'Presets',
    gpu: 'GPU layers',
    requests: 'Requests',
    server: 'Requests',
    temp: 'Temperature',
  }
  await app.shortcut('palette')
  for (const [typed, name] of Object.entries(found)) {
    await field.fill(typed)
    await expect(first).toContainText(name)
  }
  await field.fill('server')
  await expect(page.getByRole('option', { name: /^Answer other programs/ })).toBeVisible()
})

test('pointing at a cell lights its words in the conversation, and pointing at a word lights its cells', { tag: '@desktop' }, async ({
  app,
  page,
}) => {
  await app.ready()
  await app.ask('Why is the sky blue?')
  const map = page.getByRole('slider', { name: /Full attention/ })
  const litWords = () => page.evaluate(() => [...(CSS.highlights.get('lit-word') ?? [])].map(String).join(' '))
  const litCells = map.locator('rect[fill="var(--mark)"]')
  await map.scrollIntoViewIfNeeded()
  const { width = 0 } = (await map.boundingBox()) ?? {}
  // The second of 32 squares in the first row holds the prompt.
  await map.hover({ position: { x: (width * 1.4) / 32, y: width / 64 } })
  await expect.poll(litWords).toMatch(/Why|is|the|sky|blue/)

  const word = await page.evaluate(() => {
    const text = document.querySelector('[data-message] p')?.firstChild
    const range = document.createRange()
    if (!(text instanceof Text)) throw new Error('Expected the text of the prompt')
    range.setStart(text, text.data.indexOf('sky'))
    range.setEnd(text, text.data.indexOf('sky') + 3)
    const { x, y, width, height } = range.getBoundingClientRect()
    return { x: x + width / 2, y: y + height / 2 }
  })
  await page.mouse.move(word.x, word.y)
  await expect(litCells).toHaveCount(1)
  await expect.poll(litWords).toBe('sky')
  await page.mouse.move(10, 10)
  await expect(litCells).toHaveCount(0)
  // A clicked word stays lit.
  await page.mouse.click(word.x, word.y)
  await expect(litCells).toHaveCount(1)
  await page.mouse.move(10, 10)
  await expect.poll(litWords).toBe('sky')
  await expect(litCells).toHaveCount(1)
})

test('the model in the bar opens a list of the models with what fits, and a click loads one', { tag: '@full' }, async ({ app, page }) => {
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

test('the sidebar folds and stays folded, and a right click on a conversation opens its menu', { tag: '@full' }, async ({ app, page }) => {
  await app.ready()
  await app.ask('Why is the sky blue?')
  const row = page.getByRole('listitem').filter({ hasText: 'Why is the sky blue?' })
  await row.click({ button: 'right' })
  await expectAccessible(app, 'menu of a conversation')
  await page.getByRole('menuitem', { name: 'Rename' }).click()
  await page.keyboard.type('Blue sky')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('listitem').filter({ hasText: 'Blue sky' })).toBeVisible()

  const search = page.getByRole('searchbox', { name: 'Search conversations' })
  await page.getByRole('button', { name: 'Fold the sidebar' }).click()
  await expect(search).toBeHidden()
  await expectAccessible(app, 'folded sidebar')
  await page.reload()
  await app.ready()
  await expect(search).toBeHidden()
  await app.shortcut('search')
  await expect(search).toBeFocused()
  await page.keyboard.press('Escape')
  await app.shortcut('sidebar')
  await expect(page.getByRole('button', { name: 'Fold the sidebar' })).toBeVisible()
})
