import { join } from 'node:path'
import { expect, type Headroom, test } from './fixture'
import { root } from './running-host'

async function openAnatomy(app: Headroom) {
  await app.page.getByRole('button', { name: 'Anatomy: every cell' }).click()
  const dialog = app.page.getByRole('dialog', { name: 'Anatomy of the cache' })
  await dialog.waitFor()
  return dialog
}
/** Counts the colors on the canvas, including the background. */
const colors = (app: Headroom): Promise<number> =>
  app.page
    .getByRole('dialog')
    .locator('canvas')
    .evaluate((canvas: HTMLCanvasElement) => {
      const image = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height)
      return new Set(new Uint32Array(image?.data.buffer ?? new ArrayBuffer(0))).size
    })

test('the anatomy view shows the token, position and message of a cell by keyboard and by pointer, and the timeline shows earlier turns', {
  tag: '@desktop',
}, async ({ app, page }) => {
  await app.ready()
  await app.ask('What is the KV cache?')
  await app.ask('Tell me a tiny story.')
  const dialog = await openAnatomy(app)
  await expect(dialog).not.toContainText('Sequence 1')
  await expect.poll(() => colors(app)).toBeGreaterThanOrEqual(5)
  const cells = dialog.getByRole('slider', { name: 'Cells, Full attention' })
  await cells.focus()
  const cell = dialog.getByTestId('cell')
  await expect(cell).toContainText(/^Cell 1: token 1 of \d+ · “<\|bos\|>” \(0\) · chat template · reused/)
  await cells.press('ArrowRight')
  await expect(cell).toContainText('Cell 2: token 2 of')
  for (let step = 0; step < 4; step++) await cells.press('ArrowRight')
  await expect(cell).toContainText(/“[^”]+” \([\d,]+\) · message 1 \(yours\) · reused/)
  await cells.press('End')
  await expect(cell).toHaveText('Cell 2,048: free')
  await cells.hover({ position: { x: 3, y: 3 } })
  await expect(cell).toContainText('Cell 1: token 1 of')
  await expect(dialog.getByRole('button', { name: 'Go to turn 1 in the conversation' })).toBeVisible()
  const timeline = dialog.getByRole('slider', { name: 'Turn' })
  await expect(dialog.getByTestId('moment')).toHaveText(/^Now: \d+ tokens$/)
  await timeline.focus()
  await timeline.press('Home')
  await expect(dialog.getByTestId('moment')).toHaveText(/^After turn 1: \d+ tokens; 0 reused, \d+ processed, \d+ written$/)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
})

test('a click on a cell of the anatomy goes to its word in the conversation', { tag: '@full' }, async ({ app, page }) => {
  await app.ready()
  await app.ask('Why is the sky blue?')
  const dialog = await openAnatomy(app)
  const cells = dialog.getByRole('slider', { name: 'Cells, Full attention' })
  await cells.focus()
  const words = dialog.getByTestId('words')
  for (let step = 0; step < 12 && !(await words.textContent())?.includes('sky'); step++) await cells.press('ArrowRight')
  await expect(words).toContainText('Message 1 (yours):Why is the sky blue?')
  await words.getByRole('button', { name: 'sky' }).click()
  await expect(dialog).toHaveCount(0)
  await expect.poll(() => page.evaluate(() => [...(CSS.highlights.get('lit-word') ?? [])].map(String).join(' '))).toBe('sky')
})

test('the anatomy view draws a sliding window as a ring, and a recurrent state as one block', { tag: '@full' }, async ({ app, page }) => {
  await app.ready()
  await app.drop(join(root, 'native-models/fixtures/gemma3.gguf'))
  await expect(page.locator('header').getByRole('button').first()).toHaveAttribute('title', /gemma3\.gguf$/)
  await app.openSettings()
  await page.getByLabel('Longest answer in tokens').fill('4')
  await page.getByRole('tab', { name: 'Cache' }).click()
  await app.ask('A few words.')
  const dialog = await openAnatomy(app)
  await dialog.getByRole('button', { name: 'Sliding window' }).click()
  await expect(dialog.getByText(/^A ring of [\d,]+ cells/)).toBeVisible()
  await dialog.getByRole('slider', { name: 'Cells, Sliding window' }).focus()
  await expect(dialog.getByTestId('cell')).toContainText('Ring cell 1: token 1 of')
  await dialog.getByRole('button', { name: 'Close the anatomy' }).click()
  await app.drop(join(root, 'native-models/fixtures/mamba2.gguf'))
  await expect(page.locator('header').getByRole('button').first()).toHaveAttribute('title', /mamba2\.gguf$/)
  await app.openSettings()
  await page.getByLabel('Longest answer in tokens').fill('4')
  await page.getByRole('tab', { name: 'Cache' }).click()
  await app.ask('A few words.')
  await expect((await openAnatomy(app)).getByText(/^1 state computed from \d+ tokens$/)).toBeVisible()
})
