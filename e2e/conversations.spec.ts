import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expectAccessible } from './expect-accessible'
import { expect, quickEngine, test } from './fixture'

test.use({ fakeEngine: quickEngine })

test('a search finds conversations by any of their words', { tag: '@full' }, async ({ app, page }) => {
  await app.ready()
  await app.ask('My name is Marta. What is my name?')
  await page.getByRole('button', { name: 'New conversation' }).click()
  await app.ask('What is the KV cache?')
  await page.getByLabel('Search conversations').fill('mart')
  const results = page.getByRole('region', { name: 'Search results' })
  await expect(results.locator('mark').first()).toHaveText(/marta/i)
  await results.getByRole('button').last().click()
  await expect(page.getByRole('article').first()).toContainText('My name is Marta')
  await page.getByRole('button', { name: 'New conversation' }).click()
  await page.getByLabel('Search conversations').focus()
  await page.keyboard.press('ArrowDown')
  await expect(results.getByRole('button').first()).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(page.getByLabel('Search conversations')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('article').first()).toContainText('My name is Marta')
  await page.getByLabel('Search conversations').fill('xylophone')
  await expect(page.getByText('Nothing found for')).toBeVisible()
  await page.getByRole('button', { name: 'Clear the search' }).click()
  await expect(page.getByRole('region', { name: 'Today' }).getByRole('listitem')).toHaveCount(2)
})

test('a conversation can be renamed, deleted and restored', async ({ app, page }) => {
  await app.ready()
  await app.ask('What is the KV cache?')
  const item = page.getByRole('listitem').filter({ hasText: 'What is the KV cache?' })
  await item.hover()
  await item.getByRole('button', { name: /^More about/ }).click()
  await page.getByRole('menuitem', { name: 'Rename' }).click()
  await page.getByLabel('New title').fill('About the cache')
  await page.keyboard.press('Enter')
  const renamed = page.getByRole('listitem').filter({ hasText: 'About the cache' })
  await renamed.hover()
  await renamed.getByRole('button', { name: /^More about/ }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(renamed).toHaveCount(0)
  await expect(page.getByRole('article')).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(renamed).toHaveCount(1)
  await expect(page.getByRole('article')).toHaveCount(2)
})

test('a deleted conversation stays in the bin for a week, and can be restored or deleted for good', { tag: '@full' }, async ({
  app,
  page,
}) => {
  await app.ready()
  await app.ask('What is the KV cache?')
  await page.getByRole('button', { name: 'New conversation' }).click()
  await app.ask('Tell me a tiny story.')
  const list = page.getByRole('region', { name: 'Today' }).getByRole('listitem')
  const bin = page.getByRole('region', { name: 'Recently deleted' })
  const remove = async (title: string) => {
    await page.getByRole('button', { name: `More about ${title}` }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await expect(list.filter({ hasText: title })).toHaveCount(0)
  }
  await expect(bin).toHaveCount(0)
  await remove('What is the KV cache?')
  await bin.getByRole('button', { name: /Recently deleted\s*1/ }).click()
  await expect(bin.getByRole('listitem')).toContainText('7 days left')
  await page.getByRole('button', { name: 'Preferences' }).click()
  await expect(page.getByText(/ · 1 conversation and 1 recently deleted · /)).toBeVisible()

  await bin.getByRole('button', { name: 'Restore What is the KV cache?' }).click()
  await expect(bin).toHaveCount(0)
  await expect(page.getByRole('article').first()).toContainText('What is the KV cache?')
  await expect(list).toHaveCount(2)

  await remove('What is the KV cache?')
  await bin.getByText('What is the KV cache?', { exact: true }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Delete now' }).click()
  await expect(bin).toHaveCount(0)
  await remove('Tell me a tiny story.')
  await bin.getByRole('button', { name: 'Delete all for good' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete for good' }).click()
  await expect(bin).toHaveCount(0)
  await page.getByRole('button', { name: 'Preferences' }).click()
  await expect(page.getByText(/ · 0 conversations · /)).toBeVisible()
})

test('several conversations are deleted at once with the keyboard, and the deletion can be undone', { tag: '@full' }, async ({ app }) => {
  for (const title of ['Bread', 'Bridges', 'Birds', 'Boats']) await app.storeConversation(title, ['Hello', 'Hi'])
  await app.ready()
  const { page } = app
  const titles = page.getByRole('region', { name: 'Today' }).getByRole('listitem')
  const bin = page.getByRole('region', { name: 'Recently deleted' })
  await page.getByRole('button', { name: 'More about Boats' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Select' }).press('Enter')
  await expect(page.getByRole('checkbox', { name: 'Boats' })).toBeFocused()
  await expect(page.getByRole('toolbar', { name: 'Selected conversations' })).toContainText('1 selected')
  await page.getByRole('checkbox', { name: 'Birds' }).press('Space')
  await page.getByRole('checkbox', { name: 'Bread' }).click({ modifiers: ['Shift'] })
  await page.getByRole('checkbox', { name: 'Boats' }).uncheck()
  await expectAccessible(app, 'selected conversations')
  await page.getByRole('toolbar').getByRole('button', { name: 'Delete' }).press('Enter')
  await expect(titles).toHaveText(['Boats'])
  await expect(bin).toContainText('3')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(titles).toHaveCount(4)
  await expect(bin).toHaveCount(0)

  await page.getByRole('button', { name: 'Bread', exact: true }).click({ modifiers: ['ControlOrMeta'] })
  await page.getByRole('toolbar').getByRole('button', { name: 'Delete' }).click()
  await bin.getByRole('button', { name: /Recently deleted/ }).click()
  await expect(bin).toContainText('stay here for 7 days')
  await expectAccessible(app, 'the bin')
  await app.restart()
  await app.ready()
  await expect(app.page.getByRole('region', { name: 'Recently deleted' })).toContainText('1')
})

test('a conversation can be exported as Markdown and as JSON', { tag: '@desktop' }, async ({ app, page }) => {
  await app.ready()
  await app.ask('What is the KV cache?')
  const item = page.getByRole('listitem').filter({ hasText: 'What is the KV cache?' })
  const save = async (entry: string) => {
    await item.hover()
    await item.getByRole('button', { name: /^More about/ }).click()
    const { name, path } = await app.download(() => page.getByRole('menuitem', { name: entry }).click())
    return { name, text: readFileSync(path, 'utf8') }
  }
  const markdown = await save('Export as Markdown')
  expect(markdown.name).toBe('What is the KV cache.md')
  expect(markdown.text).toMatch(/## You\n\nWhat is the KV cache\?\n\n## Pocket\n\n\w+ \w+/)
  const json = await save('Export as JSON')
  expect(JSON.parse(json.text)).toMatchObject({
    format: 'headroom-conversation',
    messages: [{ role: 'user' }, { role: 'assistant', metrics: { stopReason: 'end-of-text' } }],
  })
})

test('a conversation can be exported as a PDF, or printed from a browser', { tag: '@both' }, async ({ app, page, hostKind }) => {
  await app.ready()
  await app.ask('What is the KV cache?')
  const answer = await app.lastMessage.getByTestId('answer-text').innerText()
  const choose = async () => {
    const item = page.getByRole('listitem').filter({ hasText: 'What is the KV cache?' })
    await item.hover()
    await item.getByRole('button', { name: /^More about/ }).click()
    await page.getByRole('menuitem', { name: /PDF/ }).click()
  }
  if (hostKind === 'electron') {
    const { path, asked: askedFirst } = await app.answerSaveDialog()
    await choose()
    await expect(page.getByText(`Saved as “saved.pdf” in ${dirname(path)}`)).toBeVisible()
    expect(await askedFirst()).toMatchObject({ title: 'Save as PDF', defaultPath: expect.stringMatching(/What is the KV cache\.pdf$/) })
    expect(readFileSync(path, 'latin1')).toMatch(/^%PDF-.*\/Title \(What is the KV cache\?\)/s)
    const taken = join(app.folder, 'taken.pdf')
    mkdirSync(join(taken, 'folder'), { recursive: true })
    await app.answerSaveDialog(taken)
    await choose()
    await expect(page.getByText(`Headroom cannot write to ${app.folder}.`)).toBeVisible()
    expect(readdirSync(app.folder)).not.toContain('taken.pdf.unfinished')
    const { asked } = await app.answerSaveDialog()
    await app.chooseInMenu('Rename conversation…')
    await page.getByRole('textbox', { name: 'New title' }).fill('Café – Übung')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('listitem').filter({ hasText: 'Café – Übung' })).toBeVisible()
    await app.shortcut('print-conversation')
    await expect.poll(asked).toMatchObject({ defaultPath: expect.stringMatching(/Café – Übung\.pdf$/) })
    await app.chooseInMenu('Delete conversation')
    await expect(page.getByText('Deleted “Café – Übung”')).toBeVisible()
  } else {
    // A browser without a window has no dialog.
    const shown = page.evaluate(
      () =>
        new Promise<void>((resolve) => {
          window.print = resolve
        }),
    )
    await choose()
    await shown
    expect(await page.title()).toBe('What is the KV cache?')
    await page.emulateMedia({ media: 'print' })
    const printed = page.locator('.printed')
    await expect(printed.getByRole('heading')).toHaveText(['What is the KV cache?', 'You', 'Pocket'])
    expect(await printed.innerText()).toContain(answer)
    await expect(printed.locator('time')).toContainText(String(new Date().getFullYear()))
    await expect(page.getByRole('navigation')).toBeHidden()
    await page.emulateMedia({ media: 'screen' })
    await expect(printed).toBeHidden()
    await expect(printed).toHaveCount(1)
    await page.pdf()
    await expect(printed).toHaveCount(0)
    expect(await page.title()).toBe('Headroom')
  }
})

test('unsent text stays in its conversation', { tag: '@full' }, async ({ app, page }) => {
  await app.ready()
  await app.ask('What is the KV cache?')
  const field = page.getByLabel('Message', { exact: true })
  await field.fill('half a thought')
  await page.getByRole('button', { name: 'New conversation' }).click()
  await expect(field).toHaveValue('')
  await page.getByRole('listitem').getByRole('button', { name: 'What is the KV cache?', exact: true }).click()
  await expect(field).toHaveValue('half a thought')
})

test('conversations are pinned and sorted into folders, and stay there after a restart', { tag: '@full' }, async ({ app }) => {
  for (const title of ['Bread', 'Bridges', 'Birds']) await app.storeConversation(title, ['Hello', 'Hi'])
  await app.ready()
  const { page } = app
  const inGroup = (name: string) => page.getByRole('region', { name }).getByRole('listitem')
  await page.getByRole('button', { name: 'Birds', exact: true }).click()
  await app.shortcut('pin-conversation')
  await expect(inGroup('Pinned')).toHaveText(['Birds'])

  await page.getByRole('button', { name: 'More about Bread' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Move to folder' }).press('ArrowRight')
  await page.getByRole('menuitem', { name: 'Create a folder' }).click()
  await page.getByLabel('Name of the folder').fill('Recipes')
  await page.keyboard.press('Enter')
  await expect(inGroup('Recipes')).toHaveText(['Bread'])
  await page.getByRole('button', { name: 'Bridges', exact: true }).dragTo(page.getByRole('region', { name: 'Recipes' }))
  await expect(inGroup('Recipes')).toHaveCount(2)
  await expectAccessible(app, 'pinned conversations and folders')
  await page
    .getByRole('button', { name: /^Recipes/ })
    .first()
    .click()
  await expect(inGroup('Recipes')).toHaveCount(0)

  await app.restart()
  await app.ready()
  const again = app.page
  await expect(again.getByRole('region', { name: 'Pinned' }).getByRole('listitem')).toHaveText(['Birds'])
  const folder = again.getByRole('region', { name: 'Recipes' })
  await expect(folder.getByRole('button', { name: /^Recipes/ }).first()).toContainText('2')
  await again.getByRole('button', { name: 'More about Recipes' }).click()
  await again.getByRole('menuitem', { name: 'Delete folder' }).click()
  await again.getByRole('alertdialog').getByRole('button', { name: 'Delete folder' }).click()
  await expect(folder).toHaveCount(0)
  await expect(again.getByRole('region', { name: 'Today' }).getByRole('listitem')).toHaveCount(2)
})

test('a conversation is duplicated, and continued from one of its messages in a new one', async ({ app, page }) => {
  await app.ready()
  await app.ask('Why is the sky blue?')
  await app.ask('And at night?')
  const rows = page.getByRole('listitem').filter({ hasText: 'Why is the sky blue?' })
  const messages = page.getByRole('region', { name: 'Conversation' }).getByRole('article')
  await rows.first().click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Duplicate' }).click()
  await expect(rows).toHaveCount(2)
  await expect(page.getByTitle('Copy of Why is the sky blue?')).toHaveAttribute('aria-current', 'true')
  await expect(messages).toHaveCount(4)
  await messages.nth(1).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Continue in a new chat' }).click()
  await expect(rows).toHaveCount(3)
  await expect(messages).toHaveCount(2)
  await app.ask('And on Mars?')
  await expect(messages).toHaveCount(4)
})
