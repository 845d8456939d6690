import { copyFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { quantizedPocket } from '../native-models/testing/quantized-pocket'
import { apiClient, turnOnApi } from './api-client'
import { expect, test } from './fixture'
import { picture } from './pictures'

test.skip(!process.env.HEADROOM_SCREENSHOTS, 'only for `npm run screenshots`')

test('takes screenshots of chat: empty, answered, searched', async ({ app, page }) => {
  await app.ready()
  await picture(app, 'chat-empty')
  await app.ask('What is the KV cache?')
  await app.ask('My name is Marta. What is my name?')
  await page.getByLabel('Message', { exact: true }).fill('How large is the cache for 2048 tokens?')
  // The panel takes a sample at most once a second. The prompts and answers together have more than 80 tokens.
  await expect.poll(async () => Number(await page.getByTestId('used-cells').textContent())).toBeGreaterThan(80)
  await expect(page.getByRole('button', { name: /^\d+ tokens, [\d,]+ of 2,048 left$/ })).toBeVisible()
  await picture(app, 'chat')
  await page.getByRole('searchbox').fill('Marta')
  await expect(page.getByRole('listitem').filter({ hasText: 'Marta' }).first()).toBeVisible()
  await picture(app, 'chat-search')
  await page.getByRole('searchbox').fill('zebra')
  await picture(app, 'chat-search-nothing')
})

test.describe('with copies in memory', () => {
  test.use({ fakeEngine: { loadMs: 10, tokensPerSecond: 1000, prefillTokensPerSecond: 20_000, memoryBytes: 2 ** 22 } })

  test('takes screenshots of the cache store', async ({ app, page }) => {
    await app.ready()
    for (const text of [
      'What is the KV cache?',
      'Tell me a tiny story.',
      'What is the KV cache? Answer in one sentence.',
      'Repeat: one two three',
    ]) {
      await page.getByRole('button', { name: 'New conversation' }).first().click()
      await app.ask(text)
      await app.ask('Why?')
    }
    await page.getByRole('button', { name: 'Cache store' }).click()
    await page.getByRole('tree').waitFor()
    await picture(app, 'cache-store')
  })
})

test('takes screenshots of requests', async ({ app, page }) => {
  await app.ready()
  const url = await turnOnApi(app)
  const claude = await apiClient(app, url, 'Claude Code')
  const opencode = await apiClient(app, url, 'opencode')
  const editor = await apiClient(app, url, 'editor')
  const rules = 'Answer in one short sentence, and name the file that you changed. '.repeat(9)
  const header = (hash: string) => `x-anthropic-billing-header: cc_version=2.1.37; cc_entrypoint=cli; cch=${hash};\n${rules}`
  const tools = ['read_file', 'write_file', 'run_tests', 'search']
  await claude.ask(header('fa690'), ['Rename the file.'])
  await opencode.ask(`You are a coding agent. ${rules}`, ['Read the tests.'], tools)
  await claude.ask(header('0aaa9'), ['Rename the file.', 'Done.', 'Now its tests.'])
  await editor.ask('Write a short title for this chat.', ['Why is the first token late?'])
  await opencode.ask(`You are a coding agent. ${rules}`, ['Read the tests.', 'There are four.', 'Run them.'], tools.toReversed())
  await editor.ask(`It is 2026-11-26 09:14. ${rules}`, ['Why is the first token late?'])
  await editor.ask(`It is 2026-11-26 09:15. ${rules}`, ['Why is the first token late?'])
  await claude.ask(header('1bbb0'), ['Rename the file.', 'Done.', 'Now its tests.', 'Done.', 'Thanks.'])
  await page.getByRole('navigation').getByRole('button', { name: 'Requests', exact: true }).click()
  await page.getByRole('button', { name: 'Request 8 of Claude Code' }).click()
  await expect(page.getByRole('region', { name: 'Request 8' })).toContainText('Changing header')
  await page.getByRole('button', { name: 'Compare the prompts' }).waitFor()
  await picture(app, 'requests')
})

test('takes screenshots of chat: many conversations, a long message, code', async ({ app, page }) => {
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

test('takes screenshots of chat: an answer in progress, and a dead engine', async ({ app, page }) => {
  await app.ready()
  await app.makeAnswersLong()
  await app.send('Tell me a tiny story.')
  await expect(app.lastMessage.getByTestId('answer-text').first()).toContainText(/\w+ \w+ \w+ \w+ \w+ \w+/)
  await picture(app, 'chat-streaming')
  await app.killEngine()
  await expect(page.getByRole('alert').first()).toContainText('The engine stopped')
  await picture(app, 'engine-gone')
})

test('takes screenshots of settings, and of a context that is being created', async ({ app, page }) => {
  await app.ready()
  await app.openSettings()
  await picture(app, 'settings')
  await app.choose('Flash attention', 'off')
  await page.getByRole('combobox', { name: 'V type' }).click()
  await picture(app, 'settings-refused')
  await page.keyboard.press('Escape')
  await app.choose('Flash attention', 'auto')
  const engine = await app.enginePid()
  process.kill(engine, 'SIGSTOP')
  await page.getByLabel('Context in tokens').fill('1024')
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByText(/preparing|loading/i).first()).toBeVisible()
  await picture(app, 'loading')
  process.kill(engine, 'SIGCONT')
  await app.ready()
})

test('takes screenshots of the planner: the loaded model, large models, refused settings, a broken file', async ({ app, page }) => {
  await app.ready()
  await app.showPlanner()
  await picture(app, 'planner')
  await page.getByRole('tab', { name: 'Presets' }).click()
  await app.choose('Preset', 'Gemma 3 27B')
  await page.getByLabel('Context in tokens').fill('131072')
  await expect(page.getByRole('list', { name: 'Chart lines' })).toContainText('Gemma 3 27B')
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

test('takes screenshots of models: the list, a refused file', async ({ app, page }) => {
  await app.ready()
  const model = join(app.folder, 'a model with quite a long name, as downloads have them, Q8_0.gguf')
  copyFileSync(await quantizedPocket(), model)
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

test('takes screenshots of a preview, a problem, events, preferences and a narrow window', async ({ app, page }) => {
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
  await page.getByText('Free on this disk').waitFor()
  await picture(app, 'preferences')
  await page.getByRole('button', { name: 'Delete everything…' }).click()
  await page.getByText('Models in this folder', { exact: true }).evaluate((row) => row.scrollIntoView())
  await picture(app, 'preferences-delete')
  await page.getByRole('button', { name: 'Chat', exact: true }).click()
  await page.setViewportSize({ width: 640, height: 400 })
  await page.getByRole('tab', { name: 'Settings' }).click()
  await page.screenshot({ path: test.info().outputPath('narrow-panel.png') })
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Conversations', exact: true }).click()
  await page.screenshot({ path: test.info().outputPath('narrow-list.png') })
})

test('takes screenshots of Compare: the form, a run, its charts', async ({ app, page }) => {
  test.setTimeout(180_000)
  await app.ready()
  await app.showCompare()
  await expect(page.getByText(/^\d+ measurements\./)).toBeVisible()
  await picture(app, 'compare-form')
  await page.getByRole('textbox', { name: 'Tests', exact: true }).fill('pp128, tg32')
  await page.getByRole('switch', { name: 'With and without cache' }).click()
  await page.getByRole('button', { name: 'Start', exact: true }).click()
  await expect(page.getByRole('figure', { name: 'Cache memory' })).toBeVisible({ timeout: 60_000 })
  await picture(app, 'compare-running')
  await expect(page.getByText(/· done, \d+ of \d+ measured/)).toBeVisible({ timeout: 150_000 })
  await picture(app, 'compare-results')
  for (const [file, name] of [
    ['compare-memory', 'Cache memory'],
    ['compare-decode', 'Decode against depth'],
    ['compare-quality', 'Quality'],
  ] as const)
    await picture(app, file, page.getByRole('figure', { name, exact: true }).first())
  await picture(app, 'compare-answers', page.getByRole('heading', { name: /side by side/ }))
})

test.describe('on a fake engine', () => {
  test.use({ fakeEngine: { taskMs: 1, refusedType: 'q4_1' } })

  test('takes screenshots of Compare: 180 settings, long names, failures', async ({ app, page }) => {
    test.setTimeout(180_000)
    await app.showCompare()
    await page.getByRole('button', { name: 'Create grid…' }).click()
    await page.getByRole('textbox', { name: 'K types' }).fill('f16 q8_0 q4_1 q4_0')
    await page.getByRole('textbox', { name: 'Threads', exact: true }).fill(Array.from({ length: 45 }, (_, at) => at + 1).join(' '))
    await picture(app, 'compare-grid')
    await page.getByRole('button', { name: 'Use 180 settings' }).click()
    for (const part of ['Latency', 'Side by side']) await page.getByRole('switch', { name: part }).click()
    await page.getByRole('textbox', { name: 'Title', exact: true }).fill('A very long title that does not end '.repeat(5))
    await page.getByRole('button', { name: 'Start', exact: true }).click()
    await expect(page.getByText(/· done, \d+ of \d+ measured/)).toBeVisible({ timeout: 120_000 })
    await picture(app, 'compare-many')
  })
})
