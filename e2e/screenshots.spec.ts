/**
 * Pictures of every screen in its states, in both sizes and both themes, for eyes and for the README.
 * `npm run screenshots` writes them to e2e/screenshots and test-results; in `npm test` this file does nothing.
 */
import { copyFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from './fixture'
import { picture } from './pictures'
import { root } from './running-host'

test.skip(!process.env.HEADROOM_SCREENSHOTS, 'only for `npm run screenshots`')

test('chat: empty, answered, searched, removed', async ({ app, page }) => {
  await app.ready()
  await picture(app, 'chat-empty')
  await app.ask('What is the KV cache?')
  await app.ask('My name is Marta. What is my name?')
  await page.getByLabel('Message', { exact: true }).fill('How large is the cache for 2048 tokens?')
  await picture(app, 'chat')
  await page.getByRole('searchbox').fill('Marta')
  await expect(page.getByRole('listitem').filter({ hasText: 'Marta' }).first()).toBeVisible()
  await picture(app, 'chat-search')
  await page.getByRole('searchbox').fill('zebra')
  await picture(app, 'chat-search-nothing')
})

test('chat: many conversations, a long message, code', async ({ app, page }) => {
  await app.ready()
  for (const text of ['Repeat: one two three', 'Spell the word cache.', `A word without a break: ${'supercalifragilistic'.repeat(12)}`]) {
    await page.getByRole('button', { name: 'New conversation' }).click()
    await app.ask(text)
  }
  await app.ask(
    `${'A long message has many lines.\n'.repeat(24)}\n\`\`\`ts\nconst cells = ${'1 + '.repeat(60)}1\n\`\`\`\n\nWhat is the KV cache?`,
  )
  await picture(app, 'chat-long')
})

test('chat: an answer under way, and the engine gone', async ({ app, page }) => {
  await app.ready()
  await app.makeAnswersLong()
  await app.send('Tell me a tiny story.')
  await expect(app.lastMessage).toContainText(/\w+ \w+ \w+ \w+ \w+ \w+/)
  await picture(app, 'chat-streaming')
  await app.killEngine()
  await expect(page.getByRole('alert').first()).toContainText('The engine stopped')
  await picture(app, 'engine-gone')
})

test('settings, and a context being created', async ({ app, page }) => {
  await app.ready()
  await app.openSettings()
  await picture(app, 'settings')
  await app.choose('Flash attention', 'off')
  await page.getByRole('combobox', { name: 'V type' }).click()
  await picture(app, 'settings-refused')
  await page.keyboard.press('Escape')
  await app.choose('Flash attention', 'auto')
  const engine = await app.enginePid()
  // An engine that takes its time.
  process.kill(engine, 'SIGSTOP')
  await page.getByLabel('Context in tokens').fill('1024')
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByText(/Creating|Loading/).first()).toBeVisible()
  await picture(app, 'loading')
  process.kill(engine, 'SIGCONT')
  await app.ready()
})

test('planner: the loaded model, large ones, refused settings, a broken file', async ({ app, page }) => {
  await app.ready()
  await app.showPlanner()
  await picture(app, 'planner')
  await page.getByRole('tab', { name: 'Presets' }).click()
  await app.choose('Preset', 'Gemma 3 27B')
  await page.getByLabel('Context in tokens').fill('131072')
  // The chart comes a moment later than the figures.
  await expect(page.getByRole('list', { name: 'Lines of the chart' })).toContainText('Gemma 3 27B')
  await picture(app, 'planner-preset')
  await page.getByRole('combobox', { name: 'Compare with' }).click()
  await page.getByRole('option', { name: 'DeepSeek V3', exact: true }).click()
  await page.getByRole('combobox', { name: 'Compare with' }).click()
  await page.getByRole('option', { name: 'Qwen3 Next 80B A3B' }).click()
  await page.getByRole('heading', { name: 'Growth with the context' }).evaluate((heading) => heading.scrollIntoView())
  await picture(app, 'planner-growth')
  await page.getByRole('button', { name: 'Cache types' }).click()
  await page.getByRole('button', { name: 'Linear' }).click()
  await picture(app, 'planner-types')
  await page.getByRole('heading', { name: 'The formula' }).evaluate((heading) => heading.scrollIntoView())
  await picture(app, 'planner-formula')
  await page.getByRole('heading', { name: 'By layer' }).evaluate((heading) => heading.scrollIntoView())
  await picture(app, 'planner-layers')
  await app.choose('K type', 'q8_0')
  await app.choose('Flash attention', 'off')
  await app.choose('Preset', 'DeepSeek V3 Latent')
  await picture(app, 'planner-refused')
  await app.choose('Flash attention', 'on')
  await page.getByRole('tab', { name: 'Other' }).click()
  const notes = join(app.folder, 'notes.gguf')
  writeFileSync(notes, 'These are notes, not a model.')
  await page.getByLabel('File to plan for').setInputFiles(notes)
  await expect(page.getByRole('alert')).toContainText('not a GGUF file')
  await picture(app, 'planner-error')
})

test('models: the list, a file that is refused, one whose file is gone', async ({ app, page }) => {
  await app.ready()
  const model = join(app.folder, 'a model with quite a long name, as downloads have them, Q8_0.gguf')
  copyFileSync(join(root, 'native-models/pocket/pocket-q8_0.gguf'), model)
  await app.drop(model)
  await app.ready()
  await app.showModels()
  await picture(app, 'models')
  const notes = join(app.folder, 'notes.gguf')
  writeFileSync(notes, 'These are notes, not a model.')
  await app.drop(notes)
  await expect(page.getByRole('alert')).toContainText('not a GGUF file')
  await picture(app, 'models-refused')
})

test('settings with a preview and with a problem, events, preferences, a narrow window', async ({ app, page }) => {
  await app.ready()
  await app.ask('What is the KV cache?')
  await app.openSettings()
  await app.choose('K type', 'q8_0')
  await expect(page.getByTestId('bytes-after')).toBeVisible()
  await picture(app, 'settings-preview')
  await page.getByLabel('Context in tokens').fill('100000000')
  await page.getByLabel('Batch in tokens').fill('70000')
  await expect(page.getByText('A context of 100,000,000 tokens needs').first()).toBeVisible()
  await picture(app, 'settings-problem')
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('tab', { name: 'Events' }).click()
  await page.getByRole('list', { name: 'Events' }).waitFor()
  await picture(app, 'events')
  await page.getByRole('button', { name: 'Preferences' }).click()
  await page.getByText('Free on that disk').waitFor()
  await picture(app, 'preferences')
  await page.getByRole('button', { name: 'Delete everything…' }).click()
  await page.getByText('Models in this folder').evaluate((row) => row.scrollIntoView())
  await picture(app, 'preferences-delete')
  await page.getByRole('button', { name: 'Chat', exact: true }).click()
  await page.setViewportSize({ width: 640, height: 400 })
  await page.getByRole('tab', { name: 'Settings' }).click()
  await page.screenshot({ path: test.info().outputPath('narrow-panel.png') })
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Conversations', exact: true }).click()
  await page.screenshot({ path: test.info().outputPath('narrow-list.png') })
})

test('compare: the form, a run, its charts', async ({ app, page }) => {
  test.setTimeout(180_000)
  await app.ready()
  await app.showCompare()
  await expect(page.getByText(/^\d+ measurements\./)).toBeVisible()
  await picture(app, 'compare-form')
  await page.getByRole('textbox', { name: 'Tests', exact: true }).fill('pp128, tg32')
  await page.getByRole('switch', { name: 'With and without cache' }).click()
  await page.getByRole('button', { name: 'Start', exact: true }).click()
  await expect(page.getByRole('figure', { name: 'Memory of the cache' })).toBeVisible({ timeout: 60_000 })
  await picture(app, 'compare-running')
  await expect(page.getByText(/· done, \d+ of \d+ measured/)).toBeVisible({ timeout: 150_000 })
  await picture(app, 'compare-results')
  for (const name of ['Memory of the cache', 'Decode against depth', 'Quality']) {
    await page
      .getByRole('figure', { name, exact: true })
      .first()
      .evaluate((figure) => figure.scrollIntoView())
    await picture(app, `compare-${name.split(' ')[0]?.toLowerCase()}`)
  }
  await page.getByRole('heading', { name: /side by side/ }).evaluate((heading) => heading.scrollIntoView())
  await picture(app, 'compare-answers')
})

test.describe('comparing on a fake engine', () => {
  test.use({ fakeEngine: { taskMs: 1, refusedType: 'q4_1' } })

  test('compare: two hundred settings, long names, failures', async ({ app, page }) => {
    test.setTimeout(180_000)
    await app.showCompare()
    await page.getByRole('button', { name: 'Grid…' }).click()
    await page.getByRole('textbox', { name: 'K types' }).fill('f16 q8_0 q4_1 q4_0')
    await page.getByRole('textbox', { name: 'Threads', exact: true }).fill(Array.from({ length: 45 }, (_, at) => at + 1).join(' '))
    await picture(app, 'compare-grid')
    await page.getByRole('button', { name: 'Take 180 settings' }).click()
    for (const part of ['Latency', 'Side by side']) await page.getByRole('switch', { name: part }).click()
    await page.getByRole('textbox', { name: 'Title', exact: true }).fill('A very long title that does not end '.repeat(5))
    await page.getByRole('button', { name: 'Start', exact: true }).click()
    await expect(page.getByText(/· done, \d+ of \d+ measured/)).toBeVisible({ timeout: 120_000 })
    await picture(app, 'compare-many')
  })
})
