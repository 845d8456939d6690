import { join } from 'node:path'
import type { Locator } from '@playwright/test'
import { expect, type Headroom, quickEngine, test } from './fixture'
import { hostPlatform } from './host-node'
import { root } from './running-host'

test.use({ fakeEngine: quickEngine })

test('settings that llama.cpp refuses are disabled, with the reason, and cannot be applied', async ({ app, page }) => {
  await app.ready()
  await app.openSettings()
  await app.choose('Flash attention', 'off')
  await page.getByRole('combobox', { name: 'V type' }).click()
  for (const type of ['q8_0', 'q5_1', 'q5_0', 'q4_1', 'q4_0', 'iq4_nl']) {
    const option = page.getByRole('option', { name: new RegExp(`^${type} ·`) })
    await expect(option).toContainText(`V as ${type} needs flash attention, which is off.`)
    await expect(option).toHaveAttribute('aria-disabled', 'true')
  }
  for (const type of ['f32', 'f16', 'bf16'])
    await expect(page.getByRole('option', { name: new RegExp(`^${type} ·`) })).not.toHaveAttribute('aria-disabled', 'true')
  await page.keyboard.press('Escape')
  // llama.cpp cannot count four times this many tokens.
  await page.getByLabel('Sequences').fill('4')
  await page.getByLabel('Context in tokens').fill('2,147,483,392')
  await expect(page.getByLabel('Context in tokens')).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByText('llama.cpp supports up to 4,294,967,040 tokens for all sequences together').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Apply' })).toBeDisabled()
})

test('for a model with one tensor for K and V, both types change together', { tag: '@full' }, async ({ app, page }) => {
  await app.ready()
  await app.drop(join(root, 'native-models/fixtures/deepseek2-mla.gguf'))
  await expect(page.locator('header').getByRole('button').first()).toHaveAttribute('title', /deepseek2-mla\.gguf$/)
  await app.openSettings()
  await app.choose('K type', 'bf16')
  await expect(page.getByRole('combobox', { name: 'V type' })).toContainText('bf16')
})

test('a number out of range stays in its field, with a message that names the field and its range', { tag: '@full' }, async ({
  app,
  page,
}) => {
  await app.ready()
  await app.openSettings()
  const batch = page.getByLabel('Batch in tokens')
  await batch.fill('70000')
  await batch.press('Tab')
  await expect(batch).toHaveValue('70000')
  await expect(page.getByText('Batch must be a whole number from 1 to 65,536, not 70000.').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Apply' })).toBeDisabled()
  await batch.fill('256')
  await expect(page.getByRole('button', { name: 'Apply' })).toBeEnabled()
  await expect(page.getByText('Fits into free memory')).toBeVisible()
  await page.getByLabel('Context in tokens').fill('abc')
  await expect(page.getByText('Fits into free memory')).toHaveCount(0)
  await page.getByLabel('Context in tokens').fill('')
  await expect(page.getByText('Fits into free memory')).toBeVisible()
  await page.getByLabel('Temperature').fill('hot')
  await expect(page.getByText('Temperature must be a number from 0 to 5. “hot” is not a number.').first()).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByLabel('Temperature')).toHaveValue('0.2')
  await expect(batch).toHaveValue('512')
})

test('the form previews the bytes that q8_0 takes once it is applied, and unsaved edits survive a change of tabs', async ({
  app,
  page,
}) => {
  await app.ready()
  await app.openSettings()
  await expect(page.getByPlaceholder('auto: 2,048')).toBeVisible()
  await app.choose('K type', 'q8_0')
  await app.choose('V type', 'q8_0')
  // 6 layers x 2,048 cells x 4 blocks x (34 + 34) B
  await expect(page.getByTestId('bytes-after')).toHaveAttribute('title', '3,342,336 bytes')
  await expect(page.getByText('−47%')).toBeVisible()
  await page.getByRole('tab', { name: 'Cache' }).click()
  await page.getByRole('tab', { name: 'Settings' }).click()
  await expect(page.getByRole('combobox', { name: 'K type' })).toContainText('q8_0')
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0)
  await expect(page.getByTitle('3,342,336 bytes').first()).toHaveText('3.19 MiB')
})

test('edited settings can be compared with the current settings, and the form shows the result, even after a restart', {
  tag: '@full',
}, async ({ app, page }) => {
  await app.ready()
  await app.openSettings()
  await app.choose('K type', 'q8_0')
  await app.choose('V type', 'q8_0')
  const comparison = page.getByRole('region', { name: 'Comparison with the current settings' })
  await expect(comparison).toContainText('You can measure how these changes affect speed and quality.')
  await comparison.getByRole('button', { name: 'Compare these two' }).click()
  await expect(page.getByRole('listitem', { name: /^Setting 1: f16/ })).toBeVisible()
  await expect(page.getByRole('listitem', { name: /^Setting 2: q8_0/ })).toBeVisible()
  await page.getByRole('button', { name: 'Start', exact: true }).click()
  await expect(page.getByText(/· done, \d+ of \d+ measured/)).toBeVisible({ timeout: 45_000 })
  await page.getByRole('button', { name: 'Chat', exact: true }).click()
  await expect(comparison).toContainText(/Compared with the current settings: 47% less memory, .*KLD/)
  await app.restart()
  await app.ready()
  await app.openSettings()
  await app.choose('K type', 'q8_0')
  await app.choose('V type', 'q8_0')
  await expect(app.page.getByRole('region', { name: 'Comparison with the current settings' })).toContainText('47% less memory')
})

test('preferences take effect immediately and survive a restart, and a shortcut that is already in use is refused', {
  tag: '@desktop',
}, async ({ app, page }) => {
  await app.ready()
  await app.shortcut('preferences')
  const screen = page.getByRole('region', { name: 'Preferences' })
  await expect(screen.getByRole('heading', { name: 'Preferences' })).toBeVisible()
  await page.getByRole('button', { name: 'Dark' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.getByRole('button', { name: '115%' }).click()
  await expect(page.locator('html')).toHaveCSS('font-size', '18.4px')
  await page.getByRole('combobox', { name: 'Number format' }).click()
  await page.getByRole('option', { name: /^German/ }).click()
  await page.getByRole('group', { name: 'When Headroom starts' }).getByRole('button', { name: 'The last conversation' }).click()
  await page.getByRole('button', { name: /^Change the shortcut for Planner / }).click()
  await page.keyboard.press('Control+k')
  await expect(screen).toContainText('“Command palette” uses Ctrl+K')
  await page.keyboard.press('F7')
  await expect(page.getByRole('button', { name: 'Change the shortcut for Planner (F7)' })).toBeVisible()
  await page.getByRole('group', { name: 'Send messages with' }).getByRole('button', { name: 'Ctrl+Enter' }).click()
  await app.shortcut('chat')
  await expect(page.getByText('Ctrl+Enter sends, Enter starts a new line')).toBeVisible()
  await page.keyboard.type('One line')
  await page.keyboard.press('Enter')
  await page.keyboard.type('and another')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('article', { name: 'You' })).toContainText('One line\nand another', { useInnerText: true })
  await app.restart()
  await app.ready()
  await expect(app.page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expect(app.page.getByText('of 2.048 cells')).toBeVisible()
  await expect(app.page.getByText('Ctrl+Enter sends')).toBeVisible()
  await expect(app.page.getByRole('article', { name: 'You' })).toContainText('One line\nand another', { useInnerText: true })
  await app.press('F7')
  await expect(app.page.getByRole('button', { name: 'Planner', exact: true })).toHaveAttribute('aria-current', 'page')
})

test('deleting everything needs a typed confirmation, removes all data and resets the preferences', { tag: '@full' }, async ({
  app,
  page,
}) => {
  test.setTimeout(120_000)
  await app.ready()
  await app.ask('What is the KV cache?')
  await page.getByRole('button', { name: 'Preferences' }).click()
  await page.getByRole('button', { name: 'Dark' }).click()
  await expect(page.getByText('1 conversation', { exact: false }).first()).toBeVisible()
  await page.getByRole('button', { name: 'Delete everything…' }).click()
  const now = page.getByRole('button', { name: 'Delete everything now' })
  await expect(now).toBeDisabled()
  await page.getByLabel(/^Type “delete everything”/).fill('delete everything')
  await now.click()
  await expect(page.getByRole('heading', { name: 'Preferences', exact: true })).toHaveCount(0, { timeout: 60_000 })
  await expect(page.getByText('Conversations appear here.')).toBeVisible()
  await page.getByRole('button', { name: 'Preferences' }).click()
  await expect(page.getByRole('group', { name: 'Theme' }).getByRole('button', { name: 'System' })).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('button', { name: 'Chat', exact: true }).click()
  await app.ready()
  await app.ask('What is the KV cache?')
  await app.restart()
  await app.ready()
  await expect(app.page.getByRole('region', { name: 'Today' }).getByRole('listitem')).toHaveCount(1)
})

test('a narrow window shows the panel and the list over the thread, and Escape closes them', async ({ app, page }) => {
  await app.ready()
  await page.setViewportSize({ width: 640, height: 400 })
  await page.getByRole('button', { name: 'Model settings' }).click()
  const panel = page.getByRole('complementary', { name: 'Cache, settings and events' })
  await expect(panel).toBeVisible()
  expect((await panel.boundingBox())?.y).toBeGreaterThanOrEqual(47)
  await page.keyboard.press('Escape')
  await expect(panel).toHaveCount(0)
  await page.getByRole('button', { name: 'Conversations', exact: true }).click()
  await expect(page.getByLabel('Search conversations')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByLabel('Search conversations')).toHaveCount(0)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(640)
})

async function applyDuringAnswer(app: Headroom): Promise<Locator> {
  await app.ready()
  await app.makeAnswersLong()
  await app.send('Tell me a tiny story.')
  await expect(app.lastMessage.getByTestId('answer-text').first()).toContainText(/\w+ \w+ \w+/)
  await app.openSettings()
  await app.choose('K type', 'q8_0')
  await app.page.getByRole('button', { name: 'Apply' }).click()
  return app.page.getByRole('alertdialog', { name: 'Apply and stop the answer?' })
}

test.describe('with llama.cpp', () => {
  test.use({ fakeEngine: undefined })

  test('applying settings that would end an answer needs confirmation, and the answer says why it ended', { tag: '@full' }, async ({
    app,
    page,
  }) => {
    const dialog = await applyDuringAnswer(app)
    await dialog.getByRole('button', { name: 'Let it finish' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Stop', exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Apply' }).click()
    await dialog.getByRole('button', { name: 'Apply and stop' }).click()
    await expect(app.lastMessage.getByText('ended by new settings')).toBeVisible()
    await app.ready()
  })

  test('the dialog about stopping an answer closes when the answer has ended', { tag: '@full' }, async ({ app }) => {
    const dialog = await applyDuringAnswer(app)
    await expect(dialog).toBeVisible()
    await app.killEngine()
    await expect(dialog).toHaveCount(0)
  })

  test('events are shown as sentences, can be filtered, and are copied without words of the conversation', { tag: '@full' }, async ({
    app,
    page,
    hostKind,
  }) => {
    if (hostKind === 'web') await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await app.ready()
    await app.ask('My secret word is xylophonist.')
    await page
      .getByRole('button', { name: 'Open the panel' })
      .or(page.getByRole('tab', { name: 'Events' }))
      .first()
      .click()
    await page.getByRole('tab', { name: 'Events' }).click()
    const list = page.getByRole('list', { name: 'Events' })
    await expect(list).toContainText('Context of 2,048 tokens for 1 sequence: K f16, V f16')
    await expect(list).toContainText('pocket-f16.gguf was loaded in')
    await page.getByRole('checkbox', { name: 'Model' }).uncheck()
    await expect(list).not.toContainText('was loaded in')
    await page.getByLabel('Filter events').fill('nothing like this')
    await expect(page.getByText('No event matches the filter.')).toBeVisible()
    await page.getByLabel('Filter events').fill('')
    await page.getByRole('button', { name: 'Copy as a bug report' }).click()
    await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible()
    if (hostKind === 'web') {
      const report = await page.evaluate(() => navigator.clipboard.readText())
      expect(report).toContain('llama.cpp v')
      expect(report).toContain('"keyType":"f16"')
      expect(report).toContain('context-created')
      expect(report).not.toContain('xylophonist')
      expect(report).not.toContain(root)
      expect(report).not.toContain(app.folder)
    }
  })

  test('the backends are listed with their state, and unusable ones are disabled, with the reason', { tag: '@full' }, async ({
    app,
    page,
  }) => {
    await app.ready()
    await page.getByRole('button', { name: 'Preferences' }).click()
    const section = page.getByRole('region', { name: 'Graphics card' })
    await expect(section.getByText(/^Automatic choice: /)).toBeVisible()
    const row = (name: string) => section.getByRole('listitem', { name })
    await expect(row('CPU')).toContainText(/GiB of memory, .* free.*works/)
    const other = hostPlatform() === 'darwin' ? 'CUDA' : 'Metal'
    const reason = hostPlatform() === 'darwin' ? 'There is no CUDA build' : 'Metal works only on Macs with Apple chips.'
    await expect(row(other)).toContainText(reason)
    await expect(row(other)).toContainText('cannot be used')
    await section.getByRole('button', { name: 'Check again' }).click()
    await expect(section.getByRole('button', { name: 'Check again' })).toBeEnabled()
    await expect(row('CPU')).toContainText('works')
    await page.getByRole('button', { name: 'Chat', exact: true }).click()
    await app.openSettings()
    await page.getByRole('combobox', { name: 'Backend' }).click()
    const option = page.getByRole('option', { name: new RegExp(`^${other}`) })
    await expect(option).toContainText(reason)
    await expect(option).toHaveAttribute('aria-disabled', 'true')
    await expect(page.getByRole('option', { name: /^automatic/ })).toContainText('Uses ')
  })
})
