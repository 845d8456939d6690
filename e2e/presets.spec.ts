import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { texts } from '../core/copy/copy'
import { cutOffTexts } from '../renderer/testing/cut-off-texts'
import { expect, type Headroom, quickEngine, test } from './fixture'
import { layoutFaults } from './layout-faults'

test.use({ fakeEngine: quickEngine })

const apply = ({ page }: Headroom) => page.getByRole('button', { name: 'Apply', exact: true })

async function save({ page }: Headroom, name: string): Promise<void> {
  await page.getByLabel('Name of the preset').fill(name)
  await page.getByRole('button', { name: 'Save as preset' }).click()
  await expect(page.getByRole('button', { name: `Use ${name}`, exact: true })).toBeVisible()
}
async function choose({ page }: Headroom, preset: string, item: string): Promise<void> {
  await page.getByRole('button', { name: `Use ${preset}`, exact: true }).hover()
  await page.getByRole('button', { name: `More about ${preset}`, exact: true }).click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}

test('a preset keeps settings and system prompt, and using it shows what a new context costs before anything changes', {
  tag: '@full',
}, async ({ app, page }) => {
  await app.ready()
  await page.getByRole('button', { name: /^System prompt:/ }).click()
  await page.getByLabel('System prompt', { exact: true }).fill('Be brief.')
  await app.openSettings()
  await page.getByText('Presets', { exact: true }).click()
  await page.getByText('XTC', { exact: true }).click()
  await page.getByLabel('XTC probability').fill('0.5')
  await app.choose('K type', 'q8_0')
  await page.getByLabel('Include memory settings').check()
  await save(app, 'Brief')
  await save(app, 'Only sampling')

  await page.getByLabel('XTC probability').fill('0')
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByLabel('System prompt', { exact: true }).fill('')
  await expect(page.getByRole('combobox', { name: 'K type' })).toContainText('f16')
  await page.getByRole('button', { name: 'Use Only sampling', exact: true }).click()
  await expect(page.getByLabel('XTC probability')).toHaveValue('0.5')
  await expect(page.getByRole('combobox', { name: 'K type' })).toContainText('f16')
  await expect(page.getByText('This model uses the settings of Only sampling.')).toBeVisible()
  await page.getByRole('button', { name: 'Use Brief', exact: true }).click()
  await expect(page.getByLabel('XTC probability')).toHaveValue('0.5')
  await expect(page.getByLabel('System prompt', { exact: true })).toHaveValue('Be brief.')
  await expect(page.getByText('Apply creates a new cache. No conversation has to be processed again.')).toBeVisible()
  await apply(app).click()
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0)
  await expect(page.getByRole('combobox', { name: 'K type' })).toContainText('q8_0')
  await page.getByRole('button', { name: 'Use Brief', exact: true }).click()
  await expect(page.getByText('This model uses the settings of Brief.')).toBeVisible()

  await app.restart()
  const { page: restarted } = app
  await app.ready()
  await app.openSettings()
  await expect(restarted.getByRole('button', { name: 'Use Brief', exact: true })).toBeVisible()
})

test('a preset can be renamed, deleted, exported and imported, and a bad file changes nothing', { tag: '@full' }, async ({ app, page }) => {
  await app.ready()
  await app.openSettings()
  await page.getByText('Presets', { exact: true }).click()
  await page.getByLabel('Top k').fill('7')
  await save(app, 'Seven')
  await page.getByLabel('Name of the preset').fill('seven')
  await page.getByRole('button', { name: 'Save as preset' }).click()
  await expect(page.getByRole('alert')).toContainText('A preset is already named “seven”.')
  await choose(app, 'Seven', 'Rename')
  await page.getByLabel('Name of the preset').first().fill('Top seven')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Use Top seven', exact: true })).toBeVisible()

  const file = await app.download(() => choose(app, 'Top seven', 'Export'))
  expect(file.name).toBe('Top seven.preset.json')
  const exported = JSON.parse(readFileSync(file.path, 'utf8'))
  expect(exported).toMatchObject({ format: 'headroom-preset', version: 1, name: 'Top seven', sampling: { topK: 7 } })

  const importing = page.getByLabel('Preset file')
  const bad = join(app.folder, 'bad.json')
  writeFileSync(bad, JSON.stringify({ ...exported, sampling: { topK: -1 } }))
  await importing.setInputFiles(bad)
  await expect(page.getByRole('alert')).toContainText('The value of “sampling.topK” in bad.json is not allowed.')
  writeFileSync(bad, JSON.stringify({ ...exported, tools: [] }))
  await importing.setInputFiles(bad)
  await expect(page.getByRole('alert')).toContainText('bad.json has a field that this version of Headroom does not know: “tools”.')
  await expect(page.getByRole('list', { name: 'Presets' }).getByRole('listitem')).toHaveCount(1)

  const good = join(app.folder, 'good.json')
  writeFileSync(good, JSON.stringify(exported))
  await importing.setInputFiles(good)
  await expect(page.getByRole('button', { name: 'Use Top seven (2)', exact: true })).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)

  await choose(app, 'Top seven', 'Delete')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('list', { name: 'Presets' }).getByRole('listitem')).toHaveCount(1)
  await page.getByRole('button', { name: 'Use Top seven (2)', exact: true }).click()
  await expect(page.getByLabel('Top k')).toHaveValue('7')
})

test('a bias that cannot be read stays in its field, with the line that is wrong', { tag: '@full' }, async ({ app, page }) => {
  await app.ready()
  await app.openSettings()
  await page.getByText('Logit bias', { exact: true }).click()
  const field = page.getByLabel('Logit bias, one per line')
  await field.fill('Hello = -5\n#12')
  await expect(page.getByText('Line 2 of Logit bias has no “= bias” after its text.').first()).toBeVisible()
  await field.fill(' Hello = -5\n#12 = 3')
  await expect(page.getByText('Line 2 of Logit bias')).toHaveCount(0)
  await page.getByRole('tab', { name: 'Cache' }).click()
  await page.getByRole('tab', { name: 'Settings' }).click()
  await expect(field).toHaveValue(' Hello = -5\n#12 = 3')
})

test('samplers and presets fit into the panel at 900 x 640, even in German', { tag: '@full' }, async ({ app, page }) => {
  await app.ready()
  await app.openSettings()
  await page.getByText('Presets', { exact: true }).click()
  await save(app, `A preset whose name is long ${'and longer '.repeat(10)}`.trim())
  await page.getByRole('navigation').getByRole('button', { name: texts.en.app.screens.preferences, exact: true }).click()
  await page.getByRole('button', { name: texts.en.preferences.appearance.languages.de, exact: true }).click()
  await page.getByRole('navigation').getByRole('button', { name: texts.de.app.screens.chat, exact: true }).click()
  await expect(page.getByText(texts.de.settings.samplers.order)).toBeVisible()
  for (const group of ['logitBias', 'penalties', 'dry', 'xtc'] as const)
    await page.locator('summary').filter({ hasText: texts.de.settings.samplers.names[group] }).click()
  const faults: string[] = []
  for (const [width, height] of [
    [1280, 800],
    [900, 640],
  ] as const) {
    await page.setViewportSize({ width, height })
    const open = page.getByRole('button', { name: texts.de.app.panel.open })
    if (await open.isVisible()) await open.click()
    for (const part of [
      page.getByText(texts.de.settings.presets.title, { exact: true }),
      page.getByText(texts.de.settings.samplers.order),
    ]) {
      await part.evaluate((element) => element.scrollIntoView())
      faults.push(...(await layoutFaults(page)), ...(await page.locator('body').evaluate(cutOffTexts)))
    }
  }
  expect(faults).toEqual([])
})
