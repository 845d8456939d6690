import type { Page } from '@playwright/test'
import { expect, quickEngine, test } from './fixture'
import { openStored } from './stored-thread'

test.use({ fakeEngine: quickEngine })

const answerOf = (page: Page) => page.getByRole('article', { name: 'Pocket' })

test('an answer is rendered as Markdown with headings, lists, tables and colored code', async ({ app }) => {
  const answer = [
    '# Sizes\n\nA cache of **2,048** cells, in `f16`:\n\n1. keys\n2. values\n   - both\n\n- [x] done\n- [ ] to do',
    '| type | bytes |\n|:--|--:|\n| f16 | 6,291,456 |',
    '> quoted',
    '```ts\nconst cells = 2048 // each layer\n```',
  ].join('\n\n')
  await openStored(app, 'Sizes', ['How large?', answer])
  const shown = answerOf(app.page)
  await expect(shown.getByRole('heading', { name: 'Sizes' })).toBeVisible()
  await expect(shown.locator('strong')).toHaveText('2,048')
  await expect(shown.getByRole('list').first().getByRole('listitem').first()).toHaveText('keys')
  await expect(shown.getByRole('checkbox', { name: 'done' })).toBeChecked()
  await expect(shown.getByRole('cell', { name: '6,291,456' })).toHaveCSS('text-align', 'right')
  await expect(shown.getByRole('blockquote')).toHaveText('quoted')
  await expect(shown.locator('[data-kind="keyword"]')).toHaveText('const')
  await expect(shown.locator('[data-kind="comment"]')).toHaveText('// each layer')
})

test('an answer shows formulas, without violating the content security policy', async ({ app, page }) => {
  const violations: string[] = []
  page.on('console', (message) => message.type() === 'error' && violations.push(message.text()))
  await openStored(app, 'Formulas', [
    'Show formulas.',
    'A circle has the area $\\pi r^2$ and costs $5 or $6.\n\n$$\n\\frac{\\pmb{a}}{b}\n$$\n\n\\[\n\\fcolorbox{red}{white}{c}\n\\]\n\n`$code$`',
  ])
  const answer = answerOf(page)
  await expect(answer.locator('.katex')).toHaveCount(3)
  await expect(answer.locator('.katex-html').first()).toBeVisible()
  await expect(answer).toContainText('costs $5 or $6.')
  await expect(answer.locator('code')).toHaveText('$code$')
  await expect.poll(() => page.evaluate(() => document.fonts.check('16px KaTeX_Math'))).toBe(true)
  expect(violations).toEqual([])
})

test('code and whole messages are copied as they were written', { tag: '@full' }, async ({ app, hostKind }) => {
  await openStored(app, 'Code', ['  indented *question*', 'Before\n\n```py\nprint("a")\n\nprint("b")\n```'])
  const { page } = app
  if (hostKind === 'web') await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  // The desktop app's page cannot read the clipboard.
  await page.evaluate(() => {
    const written: string[] = []
    Object.assign(window, { written })
    navigator.clipboard.writeText = async (text) => void written.push(text)
  })
  await page.getByRole('button', { name: 'Copy the code' }).click()
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible()
  await page.getByRole('button', { name: 'Copy the answer' }).click()
  await page.getByRole('article', { name: 'You' }).hover()
  await page.getByRole('button', { name: 'Copy your message' }).click()
  expect(await page.evaluate(() => (window as unknown as { written: string[] }).written)).toEqual([
    'print("a")\n\nprint("b")',
    'Before\n\n```py\nprint("a")\n\nprint("b")\n```',
    '  indented *question*',
  ])
  await expect(page.getByRole('article', { name: 'You' })).toContainText('indented *question*')
})

test('a click on a link shows the full address and does not open it', { tag: '@desktop' }, async ({ app }) => {
  const answer = [
    '[Your bank](https://ex\u0430mple.org/login?a=b)',
    '[click](javascript:alert(1)) and [file](file:///etc/passwd)',
    'https://example.org/bare',
  ].join('\n\n')
  await openStored(app, 'Links', ['Where?', answer])
  const { page } = app
  const before = page.url()
  await page.getByRole('button', { name: 'Your bank' }).click()
  // Punycode shows that the address has a Cyrillic letter.
  await expect(page.getByRole('dialog')).toContainText('https://xn--exmple-4nf.org/login?a=b')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(answerOf(page)).toContainText('click (javascript:alert(1))')
  await expect(answerOf(page)).toContainText('file (file:///etc/passwd)')
  await expect(page.getByRole('button', { name: 'https://example.org/bare' })).toBeVisible()
  await expect(page.locator('a[href]')).toHaveCount(0)
  expect(page.url()).toBe(before)
})

test('images appear by name and are never loaded, and HTML and scripts are shown as text', { tag: '@full' }, async ({ app }) => {
  const answer =
    '![a chart](https://example.org/spy.png)\n\n<script>window.broken = true</script>\n\n<img src="https://example.org/spy2.png" onerror="window.broken = true">\n\nText with <b>tags</b>.'
  await openStored(app, 'Images', ['Show me.', answer])
  const { page } = app
  const shown = answerOf(page)
  await expect(shown).toContainText('Image: a chart (https://example.org/spy.png)')
  await expect(shown).toContainText('<script>window.broken = true</script>')
  await expect(shown).toContainText('Text with <b>tags</b>.')
  await expect(shown.locator('img, script, b, iframe')).toHaveCount(0)
  expect(await page.evaluate(() => 'broken' in window)).toBe(false)
})

test('invisible characters are shown in code and in addresses', { tag: '@full' }, async ({ app }) => {
  await openStored(app, 'Hidden', [
    'Review',
    '```js\nif (isAdmin) {\u202e\u2066 // begin\u2069\u2066\n```\n\nand `a\u200bb`, [x](data:\u202etxt)',
  ])
  const shown = answerOf(app.page)
  await expect(shown.locator('pre')).toContainText('U+202EU+2066')
  await expect(shown).toContainText('aU+200Bb')
  await expect(shown).toContainText('x (data:<U+202E>txt)')
})

const bombs: Readonly<Record<string, { readonly text: string; readonly shown: string }>> = {
  '100,000 nested quotes': { text: '>'.repeat(100_000), shown: '>>>>' },
  '10,000 unclosed emphases': { text: '*a **b '.repeat(10_000), shown: '*a **b *a' },
  'a single line of 3 MB': { text: 'word '.repeat(600_000), shown: 'word word' },
  'a broken table': { text: `${'|a'.repeat(5000)}|\n${'|-'.repeat(5000)}\n${'|\n'.repeat(5000)}`, shown: '|a|a' },
  'nested lists': { text: '- '.repeat(10_000), shown: '- - -' },
  'open brackets': { text: '['.repeat(50_000), shown: '[[[[' },
}

test('hostile Markdown is shown as text, and the window keeps working', { tag: '@full' }, async ({ app }) => {
  test.setTimeout(120_000)
  const names = Object.keys(bombs)
  await openStored(
    app,
    'Bombs',
    names.flatMap((name) => [name, bombs[name]?.text as string]),
  )
  const { page } = app
  const region = page.getByRole('region', { name: 'Conversation' })
  for (const name of names.toReversed()) {
    const prompt = page.getByRole('article', { name: 'You' }).filter({ hasText: name })
    await page.getByLabel('Search conversations').fill(name)
    await page.getByRole('region', { name: 'Search results' }).getByRole('button').filter({ hasText: name }).first().click()
    // Drawing megabytes takes a busy machine a while.
    await expect(prompt).toBeVisible({ timeout: 30_000 })
    const position = Number(await prompt.getAttribute('aria-posinset'))
    const answer = region.locator(`article[aria-posinset="${position + 1}"]`)
    await expect(answer).toContainText(bombs[name]?.shown as string)
    await expect(answer.locator('blockquote, table, em, strong, li')).toHaveCount(0)
  }
  await page.getByLabel('Message', { exact: true }).fill('still here')
  await expect(page.getByLabel('Message', { exact: true })).toHaveValue('still here')
})

test('a long answer is shown in part, and a click shows more', { tag: '@full' }, async ({ app }) => {
  const paragraphs = Array.from({ length: 1500 }, (_unused, index) => `Paragraph ${index}, with some words to make it long.`)
  await openStored(app, 'Long', ['Write much.', paragraphs.join('\n\n')])
  const answer = answerOf(app.page)
  await expect(answer.getByText('Paragraph 0,')).toBeAttached()
  await expect(answer.getByText('Paragraph 1499,')).toHaveCount(0)
  await answer.getByRole('button', { name: /^Show [\d,]+ more$/ }).click()
  await expect(answer.getByText('Paragraph 1499,')).toBeAttached()
  await expect(answer.getByRole('button', { name: /^Show/ })).toHaveCount(0)
})
