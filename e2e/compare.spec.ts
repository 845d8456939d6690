import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Headroom, test } from './fixture'
import type { SavedFile } from './running-host'

const read = ({ path }: SavedFile): string => readFileSync(path, 'utf8')

/** Makes a run take only seconds: 4 settings x (2 speed tests + 1 turn + quality + 1 answer). */
async function makeShort({ page }: Headroom): Promise<void> {
  const fields = {
    Tests: 'pp32, tg8',
    Depths: '0',
    Repetitions: '2',
    Turns: '1',
    'Tokens per turn': '8',
    'Tokens per chunk': '128',
    'Maximum chunks': '1',
    'Maximum tokens': '16',
  }
  // Wait until the form knows its model.
  await expect(page.getByText(/^\d+ measurements\./)).toBeVisible()
  for (const [name, value] of Object.entries(fields)) await page.getByRole('textbox', { name, exact: true }).fill(value)
  await expect(page.getByText('20 measurements.')).toBeVisible()
}

/** If another program used a core, several threads would have to wait for each other. */
async function takeOneThread({ page }: Headroom): Promise<void> {
  for (const number of [1, 2, 3, 4]) {
    await page
      .getByRole('listitem', { name: `Setting ${number}:` })
      .getByRole('button', { name: /^More settings/ })
      .click()
    await page.getByRole('textbox', { name: `Threads for setting ${number}` }).fill('1')
  }
}

/** Does not wait for the progress bar, because a fast engine may finish before it appears. */
const begin = ({ page }: Headroom): Promise<void> => page.getByRole('button', { name: 'Start', exact: true }).click()
const ended = ({ page }: Headroom, state: string) =>
  expect(page.getByText(new RegExp(`· ${state}, \\d+ of \\d+ measured`))).toBeVisible({ timeout: 45_000 })

const table = ({ page }: Headroom) => page.getByRole('region', { name: 'Results table' })
const row = (app: Headroom, name: string) =>
  table(app)
    .getByRole('row')
    .filter({ has: app.page.getByRole('checkbox', { name: `${name} in the charts`, exact: true }) })

const first = ['f16', 'q8_0', 'q4_0', 'q8_0 / q4_0'] as const

/** Returns the first number of each cell in the column. */
async function column(app: Headroom, name: string, settings: readonly string[] = first): Promise<string[]> {
  const showAll = app.page.getByRole('button', { name: /^Show all \d+ columns$/ })
  if (await showAll.isVisible()) await showAll.click()
  const heads = await table(app).getByRole('columnheader').allTextContents()
  const at = heads.findIndex((head) => head.startsWith(name))
  expect(at, `${name} among ${heads.join(', ')}`).toBeGreaterThan(0)
  const cells = settings.map((setting) =>
    row(app, setting)
      .getByRole('cell')
      .nth(at - 1)
      .innerText(),
  )
  return (await Promise.all(cells)).map((text) => text.split(/[\s±]/)[0] ?? '')
}

test('f16, q8_0, q4_0 and a mix of types differ in memory, speed and quality', { tag: '@full' }, async ({ app, page }) => {
  await app.ready()
  await app.showCompare()
  await takeOneThread(app)
  await makeShort(app)
  await begin(app)
  await ended(app, 'done')

  // f16: 2 B per element. q8_0: 34 B per 32 elements. q4_0: 18 B.
  const allocated = await Promise.all(
    first.map(async (name) =>
      (
        await row(app, name)
          .getByTitle(/bytes$/)
          .last()
          .getAttribute('title')
      )?.replace(/\D/g, ''),
    ),
  )
  const f16 = Number(allocated[0])
  expect(allocated.map(Number)).toEqual([f16, (f16 * 34) / 64, (f16 * 18) / 64, (f16 * 26) / 64])
  // Some measured values can be equal after rounding.
  expect(new Set(await column(app, 'Decode')).size).toBeGreaterThan(1)
  expect(new Set(await column(app, 'Prefill')).size).toBeGreaterThan(1)
  expect(await column(app, 'TTFT')).not.toContain('–')
  const [same, ...others] = await column(app, 'KLD mean')
  expect(same).toBe('0')
  expect(others.every((nats) => Number(nats) > 0)).toBe(true)
  expect(new Set(others).size).toBe(3)
  expect((await column(app, 'Top-1'))[0]).toBe('100')

  await expect(page.getByRole('list', { name: 'Verdicts' }).getByRole('listitem').first()).toContainText('q8_0: 47% less memory')
  for (const name of ['Cache memory', 'Decode', 'Prefill', 'Gaps between tokens', 'Quality'])
    await expect(page.getByRole('figure', { name, exact: true })).toBeVisible()
  const answers = page.getByRole('list', { name: /^Answers to:/ }).getByRole('listitem')
  await expect(answers).toHaveCount(4)
  await expect(answers.nth(1)).toContainText(/differs at token \d+|the same \d+ tokens/)
  await page.getByRole('button', { name: 'Chat', exact: true }).click()
  await app.ready()
})

test.describe('on an engine that can be paused', () => {
  const held = () => test.info().outputPath('held')
  test.use({ fakeEngine: async ({ hostKind: _ }, use) => use({ taskMs: 5, heldBy: held() }) })

  test('a run can be paused and continued, and keeps its results when it is canceled', { tag: '@full' }, async ({ app, page }) => {
    writeFileSync(held(), '')
    await app.showCompare()
    await makeShort(app)
    await begin(app)
    await page.getByRole('button', { name: 'Pause', exact: true }).click()
    await expect(page.getByRole('button', { name: 'Pausing after this measurement' })).toBeDisabled()
    rmSync(held())
    await expect(page.getByText('0 of 20 measurements done. The chat can use the machine; all results are kept.')).toBeVisible()
    writeFileSync(held(), '')
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByRole('button', { name: 'Pause', exact: true })).toBeEnabled()
    await page.getByRole('region', { name: 'Progress' }).getByRole('button', { name: 'Cancel' }).click()
    await ended(app, 'canceled')
    const prefill = await column(app, 'Prefill', ['f16'])
    expect(Number(prefill[0]?.replace(',', ''))).toBeGreaterThan(0)

    await app.restart()
    await app.showCompare()
    await app.page
      .getByRole('list', { name: 'Runs' })
      .getByRole('button', { name: /canceled/ })
      .click()
    await ended(app, 'canceled')
    expect(await column(app, 'Prefill', ['f16'])).toEqual(prefill)
    rmSync(held())
    await app.page.getByRole('button', { name: 'Continue' }).click()
    await ended(app, 'done')
  })
})

test.describe('on an engine that fails', () => {
  test.use({ fakeEngine: { taskMs: 5, refusedType: 'q4_0', fatalType: 'q5_1' } })

  test('a failed measurement shows its cause, and the run continues with the next measurement', { tag: '@full' }, async ({ app, page }) => {
    await app.showCompare()
    await makeShort(app)
    await page.getByRole('button', { name: 'Add setting' }).click()
    await app.choose('K type for setting 5', 'f32')
    await app.choose('V type for setting 5', 'q5_1')
    await begin(app)
    await ended(app, 'done')
    const failed = page.getByRole('list', { name: 'What failed' })
    await expect(failed).toContainText(/q4_0: .*the fake engine was set to fail/)
    await expect(failed).toContainText(/f32 \/ q5_1: .*The engine stopped/)
    await expect(row(app, 'q4_0')).toContainText('failed')
    expect((await column(app, 'KLD mean', ['q8_0']))[0]).toMatch(/^0\.\d+/)
  })
})

test.describe('on a fast engine', () => {
  test.use({ fakeEngine: { taskMs: 1 } })

  test('results can be exported, and shown with results of llama-bench', { tag: '@full' }, async ({ app, page }) => {
    await app.showCompare()
    await makeShort(app)
    await begin(app)
    await ended(app, 'done')
    const saved = async (item: string) =>
      app.download(async () => {
        await page.getByRole('button', { name: 'Export' }).click()
        await page.getByRole('menuitem', { name: item }).click()
      })
    const csv = await saved('CSV')
    expect(csv.name).toMatch(/\.csv$/)
    expect(read(csv)).toMatch(/^"?build_commit"?,/)
    expect(read(await saved('Markdown'))).toContain('q8_0')

    const llamaBench = join(app.folder, 'llama-bench.jsonl')
    const line = { model_type: 'llama 7B', type_k: 'f16', type_v: 'f16', n_prompt: 0, n_gen: 128, n_depth: 0, avg_ts: 61.5, stddev_ts: 0.4 }
    writeFileSync(llamaBench, `${JSON.stringify(line)}\n`)
    await page.getByLabel('File to import').setInputFiles(llamaBench)
    await expect(table(app).getByRole('row')).toHaveCount(1 + 4 + 1)
    await expect(table(app)).toContainText('61.5 ± 0.4')

    const notes = join(app.folder, 'notes.csv')
    writeFileSync(notes, 'These,are\nnotes,only\n')
    await page.getByLabel('File to import').setInputFiles(notes)
    await expect(page.getByRole('alert')).toContainText('notes.csv cannot be imported')

    const huge = join(app.folder, 'huge.csv')
    writeFileSync(huge, 'x'.repeat(40_000_000))
    await page.getByLabel('File to import').setInputFiles(huge)
    await expect(page.getByRole('alert')).toContainText('huge.csv is 38.1 MiB')
    await page.getByLabel('File to import').setInputFiles(llamaBench)
    await expect(table(app).getByRole('row')).toHaveCount(1 + 4 + 1 + 1)

    const picture = await app.download(() => page.getByRole('button', { name: 'Cache memory as SVG' }).click())
    expect(read(picture)).toMatch(/^<svg [\s\S]*Cache memory[\s\S]*<\/svg>\s*$/)
    expect(read(picture)).not.toContain('var(')
    const png = await app.download(() => page.getByRole('button', { name: 'Decode as PNG' }).click())
    expect(png.name).toBe('decode.png')
  })

  test('importing an exported run opens the same run, even after the run was deleted', { tag: '@full' }, async ({ app, page }) => {
    await app.showCompare()
    await makeShort(app)
    await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Evening')
    await begin(app)
    await ended(app, 'done')
    const runs = page.getByRole('list', { name: 'Runs' }).getByRole('listitem')
    const importText = async (name: string, text: string) => {
      const path = join(app.folder, name)
      writeFileSync(path, text)
      await page.getByLabel('File to import').setInputFiles(path)
    }
    const shown = async () => {
      const columns: string[][] = []
      for (const name of ['Prefill', 'Decode', 'TTFT', 'PPL', 'KLD mean', 'Top-1']) columns.push(await column(app, name))
      return columns
    }
    const before = await shown()
    for (const format of ['CSV', 'JSON']) {
      const saved = await app.download(async () => {
        await page.getByRole('button', { name: 'Export' }).click()
        await page.getByRole('menuitem', { name: format }).click()
      })
      await importText(saved.name, read(saved))
      await expect(runs).toHaveCount(1)
      await expect(table(app).getByRole('row')).toHaveCount(1 + 4)
      await page.getByRole('button', { name: /^More about Evening/ }).click()
      await page.getByRole('menuitem', { name: 'Delete…' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
      await expect(runs).toHaveCount(0)
      await importText(saved.name, read(saved))
      await expect(page.getByRole('heading', { name: 'Evening' })).toBeVisible()
      await expect(table(app).getByRole('row')).toHaveCount(1 + 4)
      expect(await shown()).toEqual(before)
    }
  })

  test('tool calls and JSON answers are counted for every setting, including in an exported file that is imported', {
    tag: '@full',
  }, async ({ app, page }) => {
    await app.showCompare()
    await makeShort(app)
    for (const part of ['Tool calls', 'JSON answers']) await page.getByRole('switch', { name: part }).click()
    await expect(page.getByText('32 measurements.')).toBeVisible()
    await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Evening')
    await begin(app)
    await ended(app, 'done')
    const card = page.getByRole('region', { name: 'Tool calls and JSON', exact: true })
    const counts = async (name: string) => {
      const shown = card.getByRole('row').filter({ has: page.getByRole('rowheader', { name, exact: true }) })
      return (await shown.getByRole('cell').allInnerTexts()).map((text) => text.split('\n')[0])
    }
    const [f16, q4] = [await counts('f16'), await counts('q4_0')]
    expect(f16).toEqual(['15 of 16', '14 of 16', '–', '14 of 16', '16 of 16'])
    expect(q4).toEqual(['14 of 16', '11 of 16', '11 of 16', '12 of 16', '16 of 16'])
    await expect(page.getByRole('list', { name: 'Verdicts' })).toContainText(
      'same tool call for 11 of 16 prompts, 12 of 16 JSON answers valid',
    )

    const saved = await app.download(async () => {
      await page.getByRole('button', { name: 'Export' }).click()
      await page.getByRole('menuitem', { name: 'CSV' }).click()
    })
    await page.getByRole('button', { name: /^More about Evening/ }).click()
    await page.getByRole('menuitem', { name: 'Delete…' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    const path = join(app.folder, saved.name)
    writeFileSync(path, read(saved))
    await page.getByLabel('File to import').setInputFiles(path)
    await expect(card).toBeVisible()
    expect([await counts('f16'), await counts('q4_0')]).toEqual([f16, q4])
  })

  test('a search for fast settings shows the settings that it tried, and its result survives a restart', { tag: '@full' }, async ({
    app,
    page,
  }) => {
    await app.showCompare()
    await page.getByRole('textbox', { name: 'Depth in tokens' }).fill('256')
    await page.getByRole('button', { name: 'Find the fastest settings' }).click()
    const proposals = page.getByRole('list', { name: 'Proposals' }).getByRole('listitem')
    await expect(proposals).toHaveCount(2, { timeout: 45_000 })
    await expect(proposals.first()).toContainText(/Fastest prefill.*tok\/s/)
    await expect(proposals.last()).toContainText(/Fastest decode.*tok\/s/)
    const tried = page.getByRole('table').getByRole('row')
    await expect(tried.filter({ hasText: /pp\d+.*\d ± .*tok\/s/ }).first()).toBeVisible()
    await expect(tried.filter({ hasText: /tg\d+ @ d256.*\d ± .*tok\/s/ }).first()).toBeVisible()

    await app.restart()
    await app.showCompare()
    await expect(app.page.getByText('at a depth of 256 tokens')).toBeVisible()
    await app.page.getByRole('button', { name: 'Show its measurements' }).click()
    await expect(app.page.getByRole('heading', { name: 'What was tried' })).toBeVisible()
  })

  test('a run can be started, renamed, filtered and deleted by keyboard alone', { tag: '@desktop' }, async ({ app, page }) => {
    await app.ready()
    await app.shortcut('compare')
    await page.getByRole('form', { name: 'New comparison' }).waitFor()
    await makeShort(app)
    await page.getByRole('textbox', { name: 'Title', exact: true }).fill('=cmd() and a very long title '.repeat(6))
    await page.keyboard.press('Enter')
    await ended(app, 'done')
    await page.getByRole('button', { name: /^More about =cmd/ }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: 'Rename' }).press('Enter')
    await page.getByLabel('New title of the run').fill('Evening')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Evening' })).toBeVisible()

    await page.getByRole('button', { name: 'Edit a copy' }).press('Enter')
    await expect(page.getByRole('textbox', { name: 'Tests', exact: true })).toHaveValue('pp32, tg8')
    await page.getByRole('button', { name: 'Start', exact: true }).press('Enter')
    await ended(app, 'done')
    await page.getByLabel('Filter the runs').fill('zebra')
    await expect(page.getByText('No run matches this filter.')).toBeVisible()
    await page.getByLabel('Filter the runs').fill('')
    await page
      .getByRole('button', { name: /^More about/ })
      .first()
      .focus()
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: 'Delete…' }).press('Enter')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).press('Enter')
    await expect(page.getByRole('list', { name: 'Runs' }).getByRole('listitem')).toHaveCount(1)
  })

  test('invalid settings, tests and texts are refused before a run starts, and a text that is too short fails with the cause', {
    tag: '@full',
  }, async ({ app, page }) => {
    await app.showCompare()
    await page.getByRole('button', { name: 'More settings for q8_0', exact: true }).click()
    await app.choose('V type for setting 2', 'f32')
    await app.choose('Flash attention for setting 2', 'off')
    await page.getByRole('combobox', { name: 'V type for setting 2' }).click()
    await expect(page.getByRole('option', { name: /^q8_0/ })).toContainText('needs flash attention')
    await page.keyboard.press('Escape')
    await page.getByRole('textbox', { name: 'Tests', exact: true }).fill('pp512, fast')
    await expect(page.getByRole('status').filter({ hasText: '“fast” is not a test.' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Start', exact: true })).toBeDisabled()
    await page.getByRole('textbox', { name: 'Tests', exact: true }).fill('pp512')

    await app.choose('Text', 'Your own text')
    const file = page.getByLabel('Text file')
    await file.setInputFiles({ name: 'picture.txt', mimeType: 'text/plain', buffer: Buffer.from('PNG\0\0') })
    await expect(page.getByText('picture.txt is not plain text.').first()).toBeVisible()
    await file.setInputFiles({ name: 'short.txt', mimeType: 'text/plain', buffer: Buffer.from('Too short.') })
    await page.getByRole('button', { name: 'Start', exact: true }).click()
    await ended(app, 'done')
    await expect(page.getByRole('list', { name: 'What failed' })).toContainText(/Quality.*The text has \d+ tokens/)

    await page.getByRole('button', { name: 'New comparison' }).click()
    await page.getByRole('button', { name: 'Create grid…' }).click()
    await page.getByRole('textbox', { name: 'K types' }).fill('f16 q8_0 q4_0')
    await page.getByRole('textbox', { name: 'Threads', exact: true }).fill(Array.from({ length: 60 }, (_, at) => at + 1).join(' '))
    await page.getByRole('button', { name: 'Use 180 settings' }).click()
    await page.getByRole('button', { name: 'Thorough' }).click()
    await expect(page.getByRole('alert')).toContainText(/measurements/)
  })
})
