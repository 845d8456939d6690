import { readFileSync, writeFileSync } from 'node:fs'
import { expectAccessible } from './expect-accessible'
import { expect, test } from './fixture'
import { layoutFaults } from './layout-faults'
import type { SavedFile } from './running-host'

const read = ({ path }: SavedFile): string => readFileSync(path, 'utf8')
/** A recording can take half a minute on a busy machine, and what a head looks at waits for the Lab, too. */
const longestMs = 150_000
test.describe.configure({ timeout: 3 * longestMs })
const shortQuestion = 'The code of the small sled is 3530. What is the code of the small sled?'

test.describe('on the fake engine', () => {
  test.use({ fakeEngine: {} })

  test('two caches answer one question differently, and each can have a fault', { tag: '@full' }, async ({ app, page }) => {
    await app.showLab()
    const left = page.getByRole('region', { name: 'Left cache: SnapKV' })
    const right = page.getByRole('region', { name: 'Right cache: Sliding window' })
    const record = page.getByRole('button', { name: 'Record', exact: true })

    await test.step('the first difference between the answers is marked', async () => {
      await record.click()
      await expect(left).toContainText('Answer: The code of the small sled is 3530.', { timeout: longestMs })
      await expect(right).toContainText('Answer: The code of the small sled is 48.')
      await expect(page.getByText(/^SnapKV: “.+”\. Sliding window: “.+”\.$/)).toBeVisible()
      await expect(right.getByTitle('From here on the two answers differ')).toBeVisible()
      // 12 KV heads x 64 cells, 2 x 64 x 4 B per cell. SnapKV compresses only once, so the answer adds 14 cells per head.
      await expect(right).toContainText('The cache holds 768 cells (384 KiB)')
      await expect(left).toContainText('The cache holds 936 cells (468 KiB)')
      await expect(right.getByRole('img', { name: /^Attention of Sliding window, layer 2, head 3: .* looks .*at/ })).toBeVisible({
        timeout: longestMs,
      })
    })

    await test.step('at the first step, no cell is evicted and no answer is written; the playback buttons work', async () => {
      await page.getByRole('button', { name: 'Go to the first step' }).click()
      await expect(left).toContainText('every cell that was written')
      await expect(left).toContainText('not started yet')
      await expect(right.getByText('would be evicted first', { exact: false }).first()).toBeVisible()
      await page.getByRole('button', { name: 'Go to the next step' }).click()
      await expect(page.getByText('Step 2 of')).toBeVisible()
      await page.getByRole('slider', { name: 'Step' }).focus()
      await page.keyboard.press('End')
      await expect(left).toContainText('3530')
      await page.getByRole('button', { name: 'Play from the beginning' }).click()
      await expect(page.getByText(/Step [2-9] of/)).toBeVisible()
      await page.getByRole('button', { name: 'Pause', exact: true }).click()
    })

    await test.step('any head shows its attention, and what each policy would evict', async () => {
      await app.choose('Layer', 'Layer 4')
      await app.choose('Head', 'Head 3')
      await expect(right.getByRole('img', { name: /^Attention of Sliding window, layer 4, head 3/ })).toBeVisible()
      await page.getByRole('button', { name: 'Go to the last step' }).click()
      const next = page.getByRole('region', { name: 'What each policy would evict next' }).getByRole('row')
      await expect(next.filter({ hasText: 'Full cache' })).toContainText('nothing')
      await expect(next.filter({ hasText: 'TriAttention' })).not.toContainText('nothing')
    })

    await test.step('restarted positions and a missing cache reset can be chosen as faults', async () => {
      await page.getByRole('textbox', { name: 'Question' }).fill(shortQuestion)
      for (const side of ['Left', 'Right']) await app.choose(`${side} policy`, 'Full cache')
      await app.choose('Left fault', 'Positions at 0')
      await app.choose('Right fault', 'No reset')
      await record.click()
      const restarted = page.getByRole('region', { name: 'Left cache: Full cache' })
      await expect(restarted).toContainText('Positions at 0.', { timeout: longestMs })
      await expect(restarted).not.toContainText('Answer: The code of the small sled is 3530.')
      const unclean = page.getByRole('region', { name: 'Right cache: Full cache' })
      await expect(unclean.getByRole('region', { name: /^Text in the cache/ })).toContainText('My name is Marta', { timeout: longestMs })
    })

    await test.step('both themes and a narrow window have no serious accessibility violations', async () => {
      await expect(page.getByRole('img', { name: /^Attention of/ })).toHaveCount(2, { timeout: longestMs })
      await page.setViewportSize({ width: 900, height: 640 })
      await expectAccessible(app, 'a recording')
      // The middle of a wrapped token can be covered by other tokens.
      expect((await layoutFaults(page)).filter((fault) => !fault.startsWith('span'))).toEqual([])
      await page.getByRole('button', { name: 'Setup' }).click()
      await expect(page.getByRole('form', { name: 'Recording' })).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(page.getByRole('form', { name: 'Recording' })).toBeHidden()
    })

    await test.step('a text that is too long is refused with advice', async () => {
      await page.setViewportSize({ width: 1280, height: 800 })
      await page.getByRole('textbox', { name: 'Question' }).fill('A long text. '.repeat(300))
      await record.click()
      await expect(page.getByRole('alert')).toContainText(
        /tokens\. A recording with this model can have at most 352 tokens.*Shorten the text/,
      )
    })
  })

  test('the scenes of paged memory can be viewed, and experiments can be run, saved and canceled', { tag: '@desktop' }, async ({
    app,
    page,
  }) => {
    await app.ready()
    await app.shortcut('lab')

    await test.step('two sequences share a block, and compaction frees blocks', async () => {
      await page.getByRole('tab', { name: 'Paged memory' }).click()
      const on = page.getByRole('button', { name: 'Go to the next scene' })
      for (let scene = 0; scene < 2; scene++) await on.click()
      await expect(page.getByText('Of B’s 23 tokens, the first 16 were found in A’s blocks')).toBeVisible()
      await expect(
        page.getByRole('list', { name: 'Blocks in the pool' }).getByRole('listitem', { name: /^Block 0: A and B/ }),
      ).toBeVisible()
      for (let scene = 0; scene < 5; scene++) await on.click()
      await expect(page.getByText('6 slots copied, 3 blocks freed')).toBeVisible()
      await page.getByRole('button', { name: 'Hole-filling' }).click()
      await expect(page.getByText('3 slots copied, 2 blocks freed')).toBeVisible()
      await expect(page.getByRole('row', { name: /every tenth token stays/ })).toContainText('90.00%0900')
      await page.setViewportSize({ width: 900, height: 640 })
      expect(await layoutFaults(page)).toEqual([])
      await expectAccessible(app, 'paged memory')
    })

    await test.step('an experiment produces a table and a CSV file', async () => {
      await page.getByRole('tab', { name: 'Experiments' }).click()
      await page.getByRole('button', { name: 'Run MHA, GQA, MQA, MLA' }).click()
      const card = page.getByRole('article', { name: 'MHA, GQA, MQA, MLA' })
      // 61 layers x (512 + 64) elements x 2 B
      await expect(card.getByRole('row').filter({ hasText: 'MLA' })).toContainText('70,272', { timeout: longestMs })
      const csv = await app.download(() => card.getByRole('button', { name: /as CSV$/ }).click())
      expect(csv.name).toBe('lab-attention-shapes.csv')
      expect(read(csv)).toMatch(/^attention,KV heads,elements per layer,f16 \(bytes per token\)/)
      expect(await layoutFaults(page)).toEqual([])
      await expectAccessible(app, 'an experiment')
    })

    await test.step('a long experiment shows its progress, and can be canceled', async () => {
      const card = page.getByRole('article', { name: 'Eviction policies' })
      await card.getByRole('button', { name: 'Run Eviction policies' }).click()
      await expect(card.getByRole('status')).toContainText('Full cache', { timeout: longestMs })
      await expect(page.getByRole('button', { name: 'Run Block size' })).toBeDisabled()
      await card.getByRole('button', { name: 'Cancel' }).click()
      await expect(page.getByRole('button', { name: 'Run Block size' })).toBeEnabled()
    })
  })
})

test.describe('with an engine whose measurements do not end', () => {
  const held = () => test.info().outputPath('held')
  test.use({ fakeEngine: async ({ hostKind: _ }, use) => use({ heldBy: held() }) })

  test('a recording stays open during an experiment, and after a benchmark closes it, no step shows cells of another step', {
    tag: '@full',
  }, async ({ app, page }) => {
    await app.showLab()
    await page.getByRole('textbox', { name: 'Question' }).fill(shortQuestion)
    await page.getByRole('slider', { name: 'Budget' }).press('Home')
    await page.getByRole('button', { name: 'Record', exact: true }).click()
    const recorded = page.getByRole('region', { name: 'Left cache: SnapKV' })
    const evicted = recorded.locator('[data-token="gone"]')
    await expect(evicted).not.toHaveCount(0, { timeout: longestMs })

    await test.step('after an experiment, every step of a recording still shows its own cells', async () => {
      await page.getByRole('tab', { name: 'Experiments' }).click()
      await page.getByRole('button', { name: 'Run MHA, GQA, MQA, MLA' }).click()
      await expect(page.getByRole('button', { name: /as CSV$/ })).toBeVisible({ timeout: longestMs })
      await page.getByRole('tab', { name: 'Watch a cache' }).click()
      await page.getByRole('button', { name: 'Go to the first step' }).click()
      await expect(evicted).toHaveCount(0)
      await page.getByRole('button', { name: 'Go to the last step' }).click()
      await expect(evicted).not.toHaveCount(0)
    })

    writeFileSync(held(), '')
    await app.showCompare()
    await page.getByRole('button', { name: 'Start', exact: true }).click()
    await page.getByRole('progressbar', { name: 'Progress of the benchmark' }).waitFor()
    await app.showLab()
    const closed = page.getByRole('status').filter({ hasText: 'this recording was closed' })
    await expect(closed).toBeVisible()
    await expect(evicted).not.toHaveCount(0)
    await page.getByRole('button', { name: 'Go to the first step' }).click()
    await expect(recorded).toContainText('what layer 2, head 3 held at this step is unknown')
    await expect(evicted).toHaveCount(0)

    await page.getByRole('navigation').getByRole('button', { name: 'Compare', exact: true }).click()
    await page.getByRole('region', { name: 'Progress' }).getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByText(/· canceled, /)).toBeVisible()
    await app.showLab()
    await page.getByRole('button', { name: 'Record again' }).click()
    await expect(closed).toBeHidden()
    await expect(evicted).not.toHaveCount(0, { timeout: longestMs })
  })
})
