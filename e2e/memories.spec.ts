import { join } from 'node:path'
import { kernels } from '../native-models/engine/testing/lane-processor'
import { expect, type Headroom, test } from './fixture'
import { root } from './running-host'

interface Memory {
  /** null for the embedded model. */
  readonly file: string | null
  readonly hasCheckpoints: boolean
  /** Why cells cannot be moved. null if they can. */
  readonly cannotStream: RegExp | null
  readonly together: 'in one batch' | 'in turn'
  /** Text of the first cell or the state in the anatomy view, by cache. */
  readonly anatomy: Readonly<Record<string, RegExp>>
}
const firstCell = /^Cell 1: token 1 of \d+/
const ring = /^Ring cell 1: token 1 of \d+/
const state = /^1 state computed from \d+ tokens$/
/** With AMX, a batch with several states gives wrong results: see native-models/engine/context/shared-batches.ts. */
const withStates = kernels === 'AMX' ? 'in turn' : 'in one batch'
const memories: Readonly<Record<string, Memory>> = {
  'full attention': {
    file: null,
    hasCheckpoints: false,
    cannotStream: null,
    together: 'in one batch',
    anatomy: { 'Full attention': firstCell },
  },
  'a sliding window': {
    file: 'gemma3',
    hasCheckpoints: true,
    cannotStream: /sliding-window layers/,
    together: 'in one batch',
    anatomy: { 'Full attention': firstCell, 'Sliding window': ring },
  },
  'a recurrent state': {
    file: 'mamba2',
    hasCheckpoints: true,
    cannotStream: /recurrent state/,
    together: withStates,
    anatomy: { 'Recurrent state': state },
  },
  'hybrid memory': {
    file: 'falcon-h1',
    hasCheckpoints: true,
    cannotStream: /recurrent state/,
    together: withStates,
    anatomy: { 'Full attention': firstCell, 'Recurrent state': state },
  },
  MLA: {
    file: 'deepseek2-mla',
    hasCheckpoints: false,
    cannotStream: /latent attention/,
    together: 'in turn',
    anatomy: { 'Full attention': firstCell },
  },
}

async function load(app: Headroom, { file }: Memory): Promise<void> {
  const { page } = app
  await app.ready()
  if (file) {
    await app.drop(join(root, `native-models/fixtures/${file}.gguf`))
    await expect(page.locator('header').getByRole('button').first()).toHaveAttribute('title', new RegExp(`${file}\\.gguf$`))
    await app.ready()
  }
  await app.openSettings()
  // Random weights often produce control tokens without text.
  await page.getByLabel('Longest answer in tokens').fill('1')
  await page.getByLabel('Temperature', { exact: true }).fill('5')
  await page.getByRole('tab', { name: 'Cache' }).click()
  await app.ready()
}

/** Returns the first prompt whose answer has text. */
async function askUntilAnswered(app: Headroom): Promise<string> {
  for (let attempt = 1; attempt <= 8; attempt++) {
    const words = `Words ${attempt}: ${'one two three four five six seven eight '.repeat(3)}`.trim()
    await app.page.getByRole('button', { name: 'New conversation' }).first().click()
    await app.ask(words)
    if ((await app.lastMessage.getByText(/^TTFT /).count()) > 0) return words
  }
  throw new Error('Expected a token with text')
}
const open = (app: Headroom, words: string) =>
  app.page
    .getByRole('listitem')
    .getByRole('button', { name: words.slice(0, 60).trim(), exact: true })
    .click()

async function expectAnatomy({ page }: Headroom, { anatomy }: Memory): Promise<void> {
  await page.getByRole('button', { name: 'Anatomy: every cell' }).click()
  const dialog = page.getByRole('dialog', { name: 'Anatomy of the cache' })
  await dialog.waitFor()
  const caches = Object.entries(anatomy)
  for (const [cache, expected] of caches) {
    if (caches.length > 1) await dialog.getByRole('button', { name: cache, exact: true }).click()
    if (expected === state) await expect(dialog.getByText(expected)).toBeVisible()
    else {
      await dialog.getByRole('slider', { name: `Cells, ${cache}` }).focus()
      await expect(dialog.getByTestId('cell')).toHaveText(expected)
    }
  }
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
}

/** At temperature 0, a model with random weights repeats itself, so prompt lookup finds drafts. */
async function expectSpeculation(app: Headroom, { cannotStream }: Memory): Promise<void> {
  const { page } = app
  await app.openSettings()
  await page.getByRole('combobox', { name: 'Speculation' }).click()
  const lookup = page.getByRole('option', { name: /prompt lookup/ })
  if (cannotStream?.test('a recurrent state')) {
    await expect(lookup).toHaveAttribute('aria-disabled', 'true')
    await expect(lookup).toContainText('recurrent state, which cannot be rolled back')
    return
  }
  await lookup.click()
  await page.getByRole('switch', { name: 'Never end' }).click()
  await page.getByLabel('Longest answer in tokens').fill('120')
  await page.getByLabel('Temperature', { exact: true }).fill('0')
  await app.ready()
  await page.getByRole('button', { name: 'New conversation' }).first().click()
  await app.ask(`Say again: ${'one two three '.repeat(6)}`)
  // On a busy machine, drafts may slow decode down. Headroom then stops drafting.
  await expect(app.lastMessage.getByText(/^\d+% of drafted tokens accepted|^no draft was likely enough/)).toBeVisible()
}

for (const [name, memory] of Object.entries(memories))
  test(`a model with ${name} supports reuse, restarts and two answers, and the forms refuse settings that it does not support`, {
    tag: '@full',
  }, async ({ app, page }) => {
    await load(app, memory)
    const words = await askUntilAnswered(app)
    await app.lastMessage.getByRole('button', { name: 'Open the report' }).click()
    await expect(app.lastMessage.getByRole('region', { name: 'Cache reuse' })).toContainText('first turn of the conversation')
    const checkpoints = page.getByRole('definition').filter({ hasText: /^\d+ of \d+, [\d.]+ [KM]?i?B$/ })
    await expect(checkpoints).toHaveCount(memory.hasCheckpoints ? 1 : 0)

    await expectAnatomy(app, memory)

    await page.getByRole('button', { name: /^When the context is full: / }).click()
    const form = page.getByRole('form', { name: 'When the context is full' })
    const stream = form.getByRole('radio', { name: /first and the last tokens/ })
    if (memory.cannotStream) {
      await expect(stream).toBeDisabled()
      await expect(form).toContainText(memory.cannotStream)
    } else await expect(stream).toBeEnabled()
    await page.keyboard.press('Escape')

    await app.restart()
    await app.ready()
    await open(app, words)
    await app.ask('And on.')
    const restored = await app.lastMessage.getByText(/restored from disk: \d+ tokens/).innerText()
    await expect(app.lastMessage.getByText(`reused ${/disk: (\d+)/.exec(restored)?.[1]}`, { exact: true })).toBeVisible()

    await app.page.getByLabel('Message', { exact: true }).fill('Twice, please.')
    await app.choose('Answers', '2 answers')
    await expect(app.page.getByRole('button', { name: 'Send', exact: true })).toBeEnabled({ timeout: 30_000 })
    await app.send('Twice, please.')
    const second = app.page.getByRole('region', { name: 'Answer 2 of 2' })
    await second.getByRole('button', { name: 'Open the report of answer 2' }).click({ timeout: 30_000 })
    await expect(second.getByText(memory.together)).toBeVisible()
    await app.page.getByRole('tab', { name: 'Cache' }).click()
    await app.page.getByRole('group', { name: 'Sequence' }).getByRole('button', { name: '1', exact: true }).click()
    await expect(
      app.page.getByText(/Sequence 1: its first \d+ tokens were processed once and copied; sequence 2 holds them too/),
    ).toBeVisible()
    await expect(app.page.getByText(/2 sequences hold this conversation/)).toContainText(
      /its first \d+ tokens were processed once and copied/,
    )

    await app.choose('Answers', '1 answer')
    await expectSpeculation(app, memory)
  })
