/** Somebody wants to see what a cache does: records two, steps through them, breaks one, and measures for themselves. */
import { readFileSync } from 'node:fs'
import { expectAccessible } from './expect-accessible'
import { expect, test } from './fixture'
import { layoutFaults } from './layout-faults'
import type { SavedFile } from './running-host'

const read = ({ path }: SavedFile): string => readFileSync(path, 'utf8')

test.describe('with an engine that never gets in the way', () => {
  test.use({ fakeEngine: {} })

  test('two caches on one question: what the one forgets the other still knows', async ({ app, page }) => {
    await app.showLab()
    await page.getByRole('button', { name: 'Record', exact: true }).click()
    const left = page.getByRole('region', { name: 'Left cache: SnapKV' })
    const right = page.getByRole('region', { name: 'Right cache: Sliding window' })
    await expect(left).toContainText('Answer: The code of the small sled is 3530.', { timeout: 30_000 })
    await expect(right).toContainText('Answer: The code of the small sled is 0')
    await expect(right.getByTitle('From here on the two answers differ')).toBeVisible()
    // 64 cells of each of 12 KV heads, two times 64 numbers of 4 bytes each.
    await expect(left).toContainText('Holds 768 cells (384 KiB)')
    await expect(right.getByRole('img', { name: /^Attention of Sliding window, layer 2, head 3: .* looks .*at/ })).toBeVisible()

    // The beginning is the same in both: nothing was evicted yet, and nothing is written.
    await page.getByRole('button', { name: 'To the beginning' }).click()
    await expect(left).toContainText('all that it wrote')
    await expect(left).toContainText('not begun')
    await expect(right.getByText('goes next', { exact: false }).first()).toBeVisible()
    await page.getByRole('button', { name: 'One step on' }).click()
    await expect(page.getByText('Step 2 of')).toBeVisible()
    await page.getByRole('slider', { name: 'Step' }).focus()
    await page.keyboard.press('End')
    await expect(left).toContainText('3530')
    await page.getByRole('button', { name: 'Play from the beginning' }).click()
    await expect(page.getByText('Step 3 of')).toBeVisible()
    await page.getByRole('button', { name: 'Pause' }).click()

    await app.choose('Layer', 'Layer 4')
    await app.choose('Head', 'Head 3')
    await expect(right.getByRole('img', { name: /^Attention of Sliding window, layer 4, head 3/ })).toBeVisible()
    await page.getByRole('button', { name: 'To the end' }).click()
    const next = page.getByRole('region', { name: 'What each policy would let go next' }).getByRole('row')
    await expect(next.filter({ hasText: 'Full cache' })).toContainText('nothing')
    await expect(next.filter({ hasText: 'TriAttention' })).not.toContainText('nothing')
  })

  test('everything is there for everybody: in both themes, and in a narrow window', async ({ app, page }) => {
    await app.showLab()
    await app.choose('Right fault', 'Cache is not reset')
    await page.getByRole('button', { name: 'Record', exact: true }).click()
    await expect(page.getByRole('img', { name: /^Attention of/ })).toHaveCount(2, { timeout: 30_000 })
    await expectAccessible(app, 'a recording')
    await page.setViewportSize({ width: 900, height: 640 })
    // The middle of a token that wraps lies on a line of others.
    expect((await layoutFaults(page)).filter((fault) => !fault.startsWith('span'))).toEqual([])
    await page.getByRole('button', { name: 'Setup' }).click()
    await expect(page.getByRole('form', { name: 'Recording' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('form', { name: 'Recording' })).toBeHidden()
    await page.getByRole('tab', { name: 'Paged memory' }).click()
    for (let scene = 0; scene < 3; scene++) await page.getByRole('button', { name: 'One scene on' }).click()
    await expectAccessible(app, 'paged memory')
    expect(await layoutFaults(page)).toEqual([])
    await page.getByRole('tab', { name: 'Experiments' }).click()
    await page.getByRole('button', { name: 'Run Sharing beginnings' }).click()
    await expect(page.getByRole('table')).toBeVisible({ timeout: 30_000 })
    await expectAccessible(app, 'an experiment')
    expect(await layoutFaults(page)).toEqual([])
  })

  test('the two gotchas, switched on, break the answer', async ({ app, page }) => {
    await app.showLab()
    await app.choose('Left policy', 'Full cache')
    await app.choose('Right policy', 'Full cache')
    const answers = async (fault: string) => {
      await app.choose('Right fault', fault)
      await page.getByRole('button', { name: 'Record', exact: true }).click()
      await expect(page.getByRole('region', { name: 'Left cache: Full cache' })).toContainText('3530', { timeout: 30_000 })
      return page.getByRole('region', { name: 'Right cache: Full cache' })
    }
    const restarted = await answers('Positions start again')
    await expect(restarted).toContainText('Positions start again.')
    await expect(restarted.getByTitle('From here on the two answers differ')).toBeVisible()
    const unclean = await answers('Cache is not reset')
    await expect(unclean.getByRole('region', { name: /^Text in the cache/ })).toContainText('My name is Marta')
  })

  test('what cannot be recorded is said with what to do, and another job closes a recording', async ({ app, page }) => {
    await app.showLab()
    await page.getByRole('textbox', { name: 'Question' }).fill('A long text. '.repeat(300))
    await page.getByRole('button', { name: 'Record', exact: true }).click()
    await expect(page.getByRole('alert')).toContainText(/tokens, and 352 can be recorded.*Shorten the text/)
    await app.choose('Example', 'A story')
    await page.getByRole('button', { name: 'Record', exact: true }).click()
    await expect(page.getByRole('region', { name: 'Left cache: SnapKV' })).toBeVisible({ timeout: 30_000 })

    await page.getByRole('tab', { name: 'Experiments' }).click()
    await page.getByRole('button', { name: 'Run MHA, GQA, MQA, MLA' }).click()
    const card = page.getByRole('article', { name: 'MHA, GQA, MQA, MLA' })
    // 61 layers of one latent row of 512 + 64 numbers, two bytes each.
    await expect(card.getByRole('row').filter({ hasText: 'MLA' })).toContainText('70,272', { timeout: 30_000 })
    const csv = await app.download(() => card.getByRole('button', { name: /as CSV$/ }).click())
    expect(csv.name).toBe('lab-attention-shapes.csv')
    expect(read(csv)).toMatch(/^attention,KV heads,elements per layer,f16 \(bytes per token\)/)

    await page.getByRole('tab', { name: 'Watch a cache' }).click()
    await expect(page.getByRole('status').filter({ hasText: 'this recording was closed' })).toBeVisible()
    await page.getByRole('button', { name: 'Record again' }).click()
    await expect(page.getByRole('status').filter({ hasText: 'this recording was closed' })).toBeHidden()
    await expect(page.getByRole('region', { name: 'Left cache: SnapKV' })).toBeVisible({ timeout: 30_000 })
  })

  test('an experiment shows its progress, and can be cancelled', async ({ app, page }) => {
    await app.ready()
    await app.shortcut('lab')
    await page.getByRole('tab', { name: 'Experiments' }).click()
    const card = page.getByRole('article', { name: 'Eviction policies' })
    await card.getByRole('button', { name: 'Run Eviction policies' }).click()
    await expect(card.getByRole('status')).toContainText('full', { timeout: 30_000 })
    await expect(page.getByRole('button', { name: 'Run Size of a block' })).toBeDisabled()
    await card.getByRole('button', { name: 'Cancel' }).click()
    // Whoever leaves takes the work along, too.
    await card.getByRole('button', { name: 'Run Eviction policies' }).click()
    await expect(card.getByRole('status')).toContainText('full', { timeout: 30_000 })
    await page.reload()
    await app.ready()
    await app.showLab()
    await page.getByRole('tab', { name: 'Experiments' }).click()
    await page.getByRole('button', { name: 'Run Size of a block' }).click()
    await expect(page.getByRole('article', { name: 'Size of a block' }).getByRole('table')).toContainText('256', { timeout: 30_000 })
  })

  test('paged memory: eviction frees nothing, compaction does', async ({ app, page }) => {
    await app.showLab()
    await page.getByRole('tab', { name: 'Paged memory' }).click()
    const on = page.getByRole('button', { name: 'One scene on' })
    for (let scene = 0; scene < 2; scene++) await on.click()
    await expect(page.getByText('Of B’s 23 tokens the first 16 were found in A’s blocks')).toBeVisible()
    await expect(page.getByRole('list', { name: 'Blocks of the pool' }).getByRole('listitem', { name: /^Block 0: A and B/ })).toBeVisible()
    for (let scene = 0; scene < 5; scene++) await on.click()
    await expect(page.getByText('6 slots copied, 3 blocks freed')).toBeVisible()
    await page.getByRole('button', { name: 'Hole-filling' }).click()
    await expect(page.getByText('3 slots copied, 2 blocks freed')).toBeVisible()
    await expect(page.getByRole('row', { name: /every tenth stays/ })).toContainText('90.00 %0900')
  })
})
