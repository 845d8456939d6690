import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import Libsql from 'libsql'
import { type GgufPlan, writeGgufHeader } from '../core/gguf/testing/write-gguf'
import { expect, type Headroom, test } from './fixture'
import { layoutFaults } from './layout-faults'
import { writeNamedModel } from './named-model'

async function tabTo(page: Page, name: string, mostPresses = 80): Promise<void> {
  const nameOfFocus = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent)
  for (let presses = 0; presses < mostPresses; presses++) {
    if ((await nameOfFocus())?.startsWith(name)) return
    await page.keyboard.press('Tab')
  }
  expect(await nameOfFocus()).toMatch(name)
}

test('settings can be changed between answers by keyboard alone, and shortcuts open the screens', { tag: '@full' }, async ({
  app,
  page,
}) => {
  await app.ready()
  await expect(page.getByRole('complementary', { name: 'Cache, settings and events' })).toBeVisible()
  await page.keyboard.type('What is the KV cache?')
  await page.keyboard.press('Enter')
  await expect(app.lastMessage.getByText(/^TTFT \d/)).toBeVisible()
  await app.shortcut('settings')
  await expect(page.getByRole('tab', { name: 'Settings' })).toBeFocused()
  // Tab would skip a panel whose fields have not appeared yet.
  await expect(page.getByLabel('Temperature', { exact: true })).toBeVisible()
  await tabTo(page, 'Context in tokens')
  await page.keyboard.type('1024')
  await tabTo(page, 'Apply')
  await page.keyboard.press('Enter')
  await app.shortcut('events')
  await expect(page.getByRole('list', { name: 'Events' })).toContainText('Context of 1,024 tokens')
  for (const [command, heading] of [
    ['preferences', 'Preferences'],
    ['models', 'Models'],
    ['planner', 'Planner'],
  ] as const) {
    await app.shortcut(command)
    await expect(page.getByRole('heading', { name: heading, exact: true })).toBeVisible()
  }
  await app.shortcut('chat')
  await expect(page.getByLabel('Message', { exact: true })).toBeFocused()
  await page.keyboard.type('Thank you.')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('article')).toHaveCount(4)
  await app.shortcut('search')
  await expect(page.getByLabel('Search conversations')).toBeFocused()
  await page.keyboard.type('Thank')
  await expect(page.getByRole('region', { name: 'Search results' }).getByRole('button').first()).toBeVisible()
  await app.shortcut('new-conversation')
  await expect(page.getByRole('article')).toHaveCount(0)
})

async function eachScreen({ page }: Headroom, look: (what: string) => Promise<void>): Promise<void> {
  for (const screen of ['Models', 'Planner', 'Preferences']) {
    await page.getByRole('button', { name: screen, exact: true }).click()
    await page.getByRole('heading', { name: screen, exact: true }).waitFor()
    await look(screen)
  }
  await page.getByRole('button', { name: 'Chat', exact: true }).click()
  await look('chat')
  for (const panel of ['Cache', 'Settings', 'Events']) {
    if (!(await page.getByRole('complementary').isVisible())) await page.getByRole('button', { name: 'Open the panel' }).click()
    await page.getByRole('tab', { name: panel }).click()
    await look(`${panel} panel`)
  }
  await page.getByRole('button', { name: 'Close the panel' }).last().click()
}

test('a model name of 300 characters does not break the layout at 900 x 640 or at a zoom of 200%', { tag: '@full' }, async ({
  app,
  page,
}) => {
  const model = join(app.folder, `${'long-'.repeat(40)}name.gguf`)
  writeNamedModel(model, 'A-name-without-a-space'.repeat(14))
  await app.ready()
  await app.drop(model)
  await expect(page.locator('header').getByRole('button').first()).toContainText('A-name-without')
  await app.ready()
  await app.ask(`What is ${'a-word-without-an-end'.repeat(20)}?`)
  const faults: string[] = []
  // 1,280 x 800 at 200% leaves 640 x 400.
  for (const [width, height] of [
    [900, 640],
    [640, 400],
    [450, 320],
  ] as const) {
    await page.setViewportSize({ width, height })
    await eachScreen(app, async (what) => {
      faults.push(...(await layoutFaults(page)).map((fault) => `${width} x ${height}, ${what}: ${fault}`))
    })
  }
  expect(faults).toEqual([])
  await page.setViewportSize({ width: 900, height: 640 })
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze()
  expect(violations.filter(({ impact }) => impact === 'serious' || impact === 'critical').map(({ id }) => id)).toEqual([])
})

test('two windows show each other’s changes', { tag: '@full' }, async ({ app, page, hostKind }) => {
  test.skip(hostKind === 'electron', 'the desktop app has one window')
  await app.ready()
  const other = await page.context().newPage()
  await other.goto((app.url as URL).href)
  await other.getByPlaceholder('Write a message').waitFor()
  await app.makeAnswersLong()
  await expect(other.getByText('of 32,768 cells')).toBeVisible()
  await app.send('Tell me a tiny story.')
  await other
    .getByRole('listitem')
    .getByRole('button', { name: /^being answered Tell me a tiny story\.$/ })
    .click()
  const answer = other.getByRole('article').last()
  await expect.poll(() => app.answerText(answer)).toMatch(/\w+ \w+ \w+/)
  const before = (await app.answerText(answer)).length
  await expect.poll(async () => (await app.answerText(answer)).length).toBeGreaterThan(before)
  await other.getByRole('button', { name: 'Stop', exact: true }).click()
  await expect(app.lastMessage.getByText('stopped', { exact: true })).toBeVisible()
  // The text of an element that React has just removed has no line breaks.
  await expect.poll(() => app.answerText(answer)).toBe(await app.answerText())
  await page.getByLabel('Message', { exact: true }).fill('half a thought')
  await other.getByLabel('Message', { exact: true }).fill('And another one.')
  await other.keyboard.press('Enter')
  await expect(page.getByRole('article', { name: 'You' }).last()).toContainText('And another one.')
  await expect(page.getByLabel('Message', { exact: true })).toHaveValue('half a thought')
  await page.getByRole('button', { name: 'Stop', exact: true }).click()
  await expect(other.getByRole('article').last().getByText('stopped', { exact: true })).toBeVisible()
  await other.getByRole('listitem').first().hover()
  await other.getByRole('button', { name: /^More about/ }).click()
  await other.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(page.getByText('Conversations appear here.')).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(0)
})

test('if two windows send to one conversation at the same time, one message is answered and the other window keeps its text', {
  tag: '@full',
}, async ({ app, page, hostKind }) => {
  test.skip(hostKind === 'electron', 'the desktop app has one window')
  await app.ready()
  await app.ask('What is the KV cache?')
  const other = await page.context().newPage()
  await other.goto((app.url as URL).href)
  await other.getByRole('listitem').getByRole('button', { name: 'What is the KV cache?', exact: true }).click()
  await expect(other.getByRole('article')).toHaveCount(2)
  const windows = [page, other]
  const field = (window: Page) => window.getByLabel('Message', { exact: true })
  await field(page).fill('From the first window.')
  await field(other).fill('From the second window.')
  await Promise.all(windows.map((window) => field(window).press('Enter')))
  for (const window of windows) await expect(window.getByRole('article')).toHaveCount(4)
  await expect
    .poll(async () => (await Promise.all(windows.map((window) => field(window).inputValue()))).filter((text) => text === '').length)
    .toBe(1)
  const late = (await field(page).inputValue()) === '' ? other : page
  const kept = await field(late).inputValue()
  await expect(page.getByRole('article', { name: 'You' }).last()).not.toContainText(kept)
  await expect(late.getByRole('button', { name: 'Stop', exact: true })).toHaveCount(0, { timeout: 30_000 })
  await field(late).press('Enter')
  for (const window of windows) await expect(window.getByRole('article', { name: 'You' }).last()).toContainText(kept)
})

/** Headroom reads the header before it loads a model. */
function headerOnly(architecture: string, values: Readonly<Record<string, number>>): GgufPlan {
  const facts = { block_count: 4, context_length: 4096, embedding_length: 256, 'attention.head_count': 4, ...values }
  return {
    metadata: [
      ['general.architecture', 'str', architecture],
      ...Object.entries(facts).map(([key, value]) => [`${architecture}.${key}`, 'u32', value] as const),
    ],
    tensors: [{ name: 'token_embd.weight', type: 'f32', shape: [32, 16] }],
  }
}

test('the form disables settings that llama.cpp would refuse for the current model, or that would crash the engine', {
  tag: '@full',
}, async ({ app, page }) => {
  await app.ready()
  const pid = await app.enginePid()
  const show = async (name: string, plan: GgufPlan) => {
    writeFileSync(join(app.folder, name), Buffer.concat([writeGgufHeader(plan).bytes, Buffer.alloc(2048)]))
    await app.drop(join(app.folder, name))
    await expect(page.locator('header').getByRole('button').first()).toHaveAttribute('title', new RegExp(name))
    await app.openSettings()
  }
  const isGreyed = async (label: string, option: string, sentence: string) => {
    await page.getByRole('combobox', { name: label }).click()
    const found = page.getByRole('option', { name: new RegExp(`^${option}`) })
    await expect(found).toContainText(sentence)
    await expect(found).toHaveAttribute('aria-disabled', 'true')
    await page.keyboard.press('Escape')
  }
  await show('plm.gguf', headerOnly('plm', {}))
  const flash = 'PLM in llama.cpp does not work with flash attention. Turn it off.'
  await expect(page.getByRole('alert').first()).toContainText(flash)
  await expect(page.getByRole('complementary').getByText(flash).first()).toBeVisible()
  await app.choose('Flash attention', 'off')
  await expect(page.getByRole('complementary').getByText(flash)).toHaveCount(0)
  await isGreyed('Flash attention', 'on', flash)
  expect(await app.enginePid()).toBe(pid)
  // Heads have 80 elements. With flash attention off, the block size must divide the length of a key row instead.
  await show('odd.gguf', headerOnly('llama', { embedding_length: 320, 'attention.head_count_kv': 1 }))
  for (const type of ['q8_0', 'q5_1', 'q5_0', 'q4_1', 'q4_0', 'iq4_nl']) {
    await isGreyed('K type', type, `K as ${type} needs heads whose size is a multiple of 32 elements. The heads of this model have 80.`)
    await isGreyed('V type', type, `V as ${type} needs heads whose size is a multiple of 32 elements. The heads of this model have 80.`)
  }
  await app.choose('Flash attention', 'off')
  await isGreyed('K type', 'q8_0', 'A key row has 80 elements, which is not a multiple of the block size 32.')
  expect(await app.enginePid()).toBe(pid)
})

test('invalid settings and preferences in the database are reset, and the window says so', { tag: '@full' }, async ({ app }) => {
  await app.ready()
  await app.openSettings()
  await app.page.getByLabel('Context in tokens').fill('1024')
  await app.page.getByRole('button', { name: 'Apply' }).click()
  await expect(app.page.getByRole('button', { name: 'Undo' })).toHaveCount(0)
  await app.stop()
  const db = new Libsql(join(app.folder, 'data', 'headroom.sqlite'))
  db.prepare('UPDATE model_settings SET kv = ?, sampling = ?').run(
    JSON.stringify({ contextTokens: -5, keyType: 'q99', valueType: 'q8_0', sequences: 'many', batchTokens: 1e99 }),
    'this is no JSON',
  )
  db.prepare("INSERT OR REPLACE INTO preferences (key, value) VALUES ('preferences', ?)").run(
    '{"theme":"pink","fontSize":9999,"numbers":"en","details":true}',
  )
  db.close()
  await app.startAgain()
  await app.ready()
  const { page } = app
  const notice = page.getByRole('alert')
  await expect(notice.filter({ hasText: 'Saved settings were invalid' })).toContainText(
    'contextTokens, keyType, sequences, batchTokens, and all sampling settings',
  )
  await expect(notice.filter({ hasText: 'Saved preferences were invalid' })).toContainText('theme and fontSize')
  await app.openSettings()
  await expect(page.getByRole('combobox', { name: 'K type' })).toContainText('f16')
  await expect(page.getByRole('combobox', { name: 'V type' })).toContainText('q8_0')
  await expect(page.getByLabel('Batch in tokens')).toHaveValue('512')
  await app.ask('What is the KV cache?')
})

test.describe('with an engine that fails', () => {
  test.use({ fakeEngine: { mostContextTokens: 2048 } })

  test('settings that fail are not stored, and one click restores the last settings that worked', { tag: '@full' }, async ({
    app,
    page,
  }) => {
    await app.ready()
    await app.openSettings()
    await page.getByLabel('Context in tokens').fill('4096')
    await page.getByRole('button', { name: 'Apply' }).click()
    const notice = page.getByRole('complementary').getByRole('alert')
    await expect(notice).toContainText('These settings did not work. llama.cpp could not create the context')
    await expect(notice).toContainText('They were not stored.')
    await notice.getByRole('button', { name: 'Restore the last working settings' }).click()
    await app.ready()
    await expect(notice).toHaveCount(0)
    await expect(page.getByLabel('Context in tokens')).toHaveValue('')
    await app.send('Hello?')
    await expect(app.lastMessage).toContainText('This is the fake engine speaking')
  })
})

test('an old tab notices that the host has restarted, and throws no error', { tag: '@full' }, async ({ app, page, hostKind }) => {
  test.skip(hostKind === 'electron', 'the desktop app listens on no port')
  const broken: string[] = []
  page.on('pageerror', (error) => broken.push(error.message))
  await app.ready()
  await app.makeAnswersLong()
  await app.send('Tell me a tiny story.')
  await expect(app.lastMessage.getByTestId('answer-text').first()).toContainText(/\w+ \w+ \w+/)
  await app.restartBehindPage()
  await expect(page.getByRole('alert').first()).toContainText('Headroom has restarted since you opened this tab.')
  await page.keyboard.press('Escape')
  await expect(page.getByText('There is no connection to Headroom.')).toBeVisible()
  expect(broken).toEqual([])
  await page.goto((app.url as URL).href)
  await app.ready()
})

test('the gaps between tokens are still shown after a reload, and a cache panel without an engine says why it is empty', {
  tag: '@full',
}, async ({ app, page }) => {
  await app.ready()
  await app.ask('What is the KV cache?')
  const gaps = page.getByTestId('gaps')
  const reload = async () => {
    await page.reload()
    await app.ready()
    await page.getByRole('listitem').getByRole('button', { name: 'What is the KV cache?', exact: true }).click()
    await expect(gaps).toHaveText(/^\d+ gaps, the longest (\d[\d.]* ms|\d\.\d s)$/)
  }
  // The panel may not have the last gaps yet when the first reload begins.
  await reload()
  const shown = (await gaps.textContent()) ?? ''
  await reload()
  await expect(gaps).toHaveText(shown)
  await app.killEngine()
  await expect(page.getByText('The cache was lost when the engine stopped. Load the model again to create a new one.')).toBeVisible()
})

test('the planner keeps an invalid number in its field, and shows the previous plan', { tag: '@full' }, async ({ app, page }) => {
  await app.ready()
  await app.showPlanner()
  const cache = await app.figure('Cache').getAttribute('aria-label')
  const sequences = page.getByLabel('Sequences', { exact: true })
  await sequences.fill('300')
  await sequences.press('Tab')
  await expect(sequences).toHaveValue('300')
  await expect(sequences).toHaveAccessibleDescription('Sequences must be a whole number from 1 to 256, not 300.')
  await expect(app.figure('Cache')).toHaveAttribute('aria-label', cache ?? '')
  await page.getByRole('slider', { name: 'Sequences slider' }).press('ArrowRight')
  await expect(sequences).toHaveValue('2')
  await expect(page.getByText('Sequences must be a whole number')).toHaveCount(0)
})
