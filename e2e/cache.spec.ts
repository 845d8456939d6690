import type { Page } from '@playwright/test'
import type { CacheSample, HeldTokens } from '../core/contract/cache/cache'
import type { CellContent } from '../core/contract/cache/cell-contents'
import { expect, type Headroom, test } from './fixture'

interface Shown {
  readonly cells: string
  readonly bytes: string
  readonly held: Readonly<Record<string, string>>
  readonly meter: string
  readonly firstSquare: string
}
interface Watched {
  readonly samples: CacheSample[]
  readonly shown: Shown[]
}

/** Records all samples that reach the window, and all panel states. */
async function watchCache(page: Page): Promise<void> {
  await page.evaluate(() => {
    const watched: Watched = { samples: [], shown: [] }
    Object.assign(globalThis, { watched })
    const find = (value: unknown): void => {
      if (typeof value !== 'object' || value === null) return
      if ('fills' in value && 'spans' in value) watched.samples.push(value as CacheSample)
      else for (const part of Object.values(value)) find(part)
    }
    // Both ports and sockets use this property.
    const property = Object.getOwnPropertyDescriptor(MessageEvent.prototype, 'data') as PropertyDescriptor
    Object.defineProperty(MessageEvent.prototype, 'data', {
      get(this: MessageEvent) {
        const data: unknown = property.get?.call(this)
        if (typeof data === 'string' && data.includes('"fills"')) find(JSON.parse(data))
        return data
      },
    })
    const panel = document.querySelector('[aria-label="Full attention"]') as HTMLElement
    const label = (start: string) => panel.querySelector(`[aria-label^="${start}"]`)?.getAttribute('aria-label') ?? ''
    new MutationObserver(() => {
      const held = Object.fromEntries(
        [...panel.querySelectorAll('[data-testid^="cells-"]')].map((cell) => [
          cell.getAttribute('data-testid')?.slice(6),
          cell.textContent,
        ]),
      )
      watched.shown.push({
        cells: label('Cells in use'),
        bytes: label('Bytes in use'),
        held,
        meter: panel.querySelector('[role="meter"]')?.getAttribute('aria-valuetext') ?? '',
        firstSquare: panel.querySelector('[role="slider"]')?.getAttribute('aria-valuetext') ?? '',
      })
    }).observe(panel, { subtree: true, childList: true, characterData: true, attributes: true })
  })
}

const watched = (page: Page): Promise<Watched> => page.evaluate(() => (globalThis as unknown as { watched: Watched }).watched)

const count = (value: number): string => value.toLocaleString('en-US')

const alwaysListed: ReadonlySet<string> = new Set(['system', 'user', 'assistant', 'template'])

/** An answer that never ends can contain the marks of a tool call. */
const heldRows = (held: HeldTokens): Record<string, string> =>
  Object.fromEntries(Object.entries(held).flatMap(([kind, cells]) => (cells > 0 || alwaysListed.has(kind) ? [[kind, count(cells)]] : [])))

function expectedFor({ fills, held, reusedTokens, spans }: CacheSample): Shown {
  const [fill] = fills
  if (!fill) throw new Error('Expected a cache')
  const cells = `${count(fill.usedCells)} of ${count(fill.totalCells)} cells`
  const names: Partial<Record<CellContent, string>> = {
    system: 'system prompt',
    user: 'your messages',
    assistant: 'answers',
    template: 'chat template',
  }
  return {
    cells: `Cells in use, Full attention: ${cells}, copy`,
    bytes: `Bytes in use, Full attention: ${count(fill.usedBytes)} of ${count(fill.allocatedBytes)} bytes, copy`,
    held: {
      ...heldRows(held),
      free: count(fill.totalCells - fill.usedCells),
      reused: count(reusedTokens),
    },
    meter: cells,
    // 6 layers x 128 x (2 + 2) B per cell, 4 cells per square
    firstSquare: `Tokens 1 to 4: ${names[spans[0]?.holds ?? 'template']}${reusedTokens >= 2 ? ', reused' : ''}, 12.0 KiB`,
  }
}

async function answersOf(app: Headroom, tokens: number): Promise<void> {
  await app.openSettings()
  await app.page.getByRole('switch', { name: 'Never end' }).click()
  await app.page.getByLabel('Longest answer in tokens').fill(String(tokens))
  await app.page.getByRole('tab', { name: 'Cache' }).click()
  await app.ready()
}

const turnRows = (page: Page) => page.getByRole('table', { name: 'Time to first token by turn' }).getByRole('row')

/** Waits for the turn's bar, because a long thread renders only visible messages. */
async function askAtLength(app: Headroom, text: string, turn: number): Promise<void> {
  await app.send(text)
  await expect(turnRows(app.page)).toHaveCount(1 + turn, { timeout: 30_000 })
}

test('the cache map and the gauges always show a sample from the engine, and the last one after answers of 500 tokens', {
  tag: '@full',
}, async ({ app, page }) => {
  await app.ready()
  await answersOf(app, 500)
  await askAtLength(app, 'My name is Marta.', 1)
  await watchCache(page)
  await askAtLength(app, 'Tell me a tiny story.', 2)
  await askAtLength(app, 'Tell me another tiny story.', 3)
  const used = page.getByTestId('used-cells')
  await expect.poll(async () => Number((await used.textContent())?.replace(',', ''))).toBeGreaterThan(1500)
  const { samples, shown } = await watched(page)
  // At least one sample for each answer, sent when the answer ends.
  expect(samples.length).toBeGreaterThanOrEqual(2)
  for (const sample of samples) expect(sample.spans.at(-1)?.to).toBe(sample.tokens)
  const said = samples.map(expectedFor)
  const before = shown[0]
  for (const picture of shown) if (picture.cells !== before?.cells) expect(said).toContainEqual(picture)
})

test('a note names the conversation that took the cells of the open conversation', { tag: '@full' }, async ({ app, page }) => {
  await app.ready()
  await app.ask('What is the KV cache?')
  await page.getByRole('button', { name: 'New conversation' }).click()
  await expect(page.getByRole('note')).toHaveText(
    'The conversation “What is the KV cache?” is using the cells. Your first message here takes its place.',
  )
  await app.ask('Tell me a tiny story.')
  await expect(page.getByRole('note')).toHaveCount(0)
  await page.getByRole('button', { name: 'What is the KV cache?', exact: true }).click()
  await expect(page.getByRole('note')).toHaveText(
    'The conversation “Tell me a tiny story.” is using the cells. When you continue this conversation, its cache is restored from the disk if it was saved; otherwise the model processes its prompt again.',
  )
  await app.ask('Thank you.')
  await expect(page.getByRole('note')).toHaveCount(0)
})

test('the arrow keys move through the cache map', { tag: '@full' }, async ({ app, page }) => {
  await app.ready()
  await app.ask('What is the KV cache?')
  const map = page.getByRole('slider', { name: 'Map of the cells, Full attention' })
  await expect(map).toHaveAttribute('aria-valuetext', /^Tokens 1 to 4: chat template, 12\.0 KiB$/)
  await map.focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByTestId('square')).toHaveText('Tokens 5 to 8: your messages, 12.0 KiB')
  await page.keyboard.press('End')
  await expect(page.getByTestId('square')).toHaveText('Cells 2,045 to 2,048: free')
  await page.keyboard.press('ArrowUp')
  await expect(map).toHaveAttribute('aria-valuenow', String(511 - 32))
})

test('a bar for each turn shows its time to first token and the reused part of its prompt', { tag: '@full' }, async ({ app, page }) => {
  await app.ready()
  await expect(page.getByText('The first bar appears after the first answer.')).toBeVisible()
  await app.ask('What is the KV cache?')
  await app.ask('My name is Marta. What is my name?')
  const rows = turnRows(page)
  await expect(rows).toHaveCount(3)
  const reused = await app.lastMessage.getByText(/^reused \d/).textContent()
  await expect(rows.nth(2).getByRole('cell').nth(5)).toHaveText((reused ?? '').replace('reused ', ''))
  const strip = page
    .getByRole('figure', { name: /^Time to first token/ })
    .locator('svg')
    .nth(1)
  await expect(strip.locator('path[fill="url(#reused-prompt)"]')).not.toHaveCount(0)
  await expect(strip.locator('path[fill="var(--series-3)"]')).toHaveCount(0)
})

test('q8_0 takes fewer bytes than f16, and the gaps between tokens are shown for both', { tag: '@full' }, async ({ app, page }) => {
  await app.ready()
  await app.ask('What is the KV cache?')
  const bytes = page.getByRole('button', { name: /^Bytes in use, Full attention/ })
  // 6 layers x 2,048 cells x 128 x (2 + 2) B
  await expect(bytes).toHaveAccessibleName(/ of 6,291,456 bytes, copy$/)
  const strip = page.getByRole('region', { name: 'Inter-token latency' })
  await expect(strip.getByTestId('gaps')).toHaveText(/^\d+ gaps, the longest [\d.]+ m?s$/)
  await app.openSettings()
  await app.choose('K type', 'q8_0')
  await app.choose('V type', 'q8_0')
  await page.getByRole('button', { name: 'Apply' }).click()
  await page.getByRole('tab', { name: 'Cache' }).click()
  // 6 x 2,048 x 4 blocks x 34 B, for K and for V
  await expect(bytes).toHaveAccessibleName('Bytes in use, Full attention: 0 of 3,342,336 bytes, copy')
  await expect(page.getByRole('region', { name: 'Context' }).getByText('q8_0')).toHaveCount(2)
  await app.ready()
  await app.ask('Tell me a tiny story.')
  await expect(bytes).toHaveAccessibleName(/^Bytes in use, Full attention: [1-9][\d,]+ of 3,342,336 bytes, copy$/)
  const gaps = await strip.getByTestId('gaps').textContent()
  await expect(strip.getByRole('button', { name: /^ITL p50: [\d.]+ ms, copy$/ })).toBeVisible()
  expect(Number(gaps?.split(' ')[0])).toBeGreaterThan(10)
})

test('a closed cache panel requests no samples from the engine', { tag: '@full' }, async ({ app, page }) => {
  await app.ready()
  await watchCache(page)
  await page.getByRole('button', { name: 'Close the panel' }).click()
  await expect(page.getByRole('complementary', { name: 'Cache and settings' })).toHaveCount(0)
  // Samples that were requested before the panel closed may still arrive.
  const samples = async () => (await watched(page)).samples
  let samplesBefore = -1
  await expect
    .poll(
      async () => {
        const last = samplesBefore
        samplesBefore = (await samples()).length
        return samplesBefore === last
      },
      // Longer than the sampling interval of an open panel.
      { intervals: [1500] },
    )
    .toBe(true)
  await app.ask('What is the KV cache?')
  expect((await samples()).slice(samplesBefore)).toEqual([])
})
