import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Headroom, quickEngine, test } from './fixture'
import { storedMemoryBandwidth, storeMemoryBandwidth } from './machine-file'

async function openBandwidth({ page }: Headroom) {
  await page.getByRole('button', { name: 'Bandwidth', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'What limits the speed' })
  await dialog.waitFor()
  return dialog
}

test('the report of a turn says that bandwidth is not measured, and once it is, the turn shows its MBU', { tag: '@full' }, async ({
  app,
  page,
}) => {
  await app.ready()
  await app.ask('What is the KV cache?')
  await expect(page.getByText(/^MBU/)).toHaveCount(0)
  const empty = await openBandwidth(app)
  await expect(empty.getByText('The memory bandwidth of this machine has not been measured yet.')).toBeVisible()
  await expect(empty.getByText('Prefill of this model has not been measured on this machine yet.')).toBeVisible()
  await expect(empty.getByRole('button', { name: 'Measure bandwidth' })).toBeEnabled()
  await expect(empty.getByRole('button', { name: 'Measure prefill' })).toBeEnabled()
  await expect(empty.getByText('ITL at the triad’s rate')).toHaveCount(0)
  await empty.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Open the report' }).click()
  const report = page.getByRole('region', { name: 'Turn report' })
  await expect(report).toContainText('bandwidth not measured')

  await app.stop()
  storeMemoryBandwidth(join(app.folder, 'data'), 20e9)
  await app.startAgain()
  await app.ready()
  await app.page.getByRole('listitem').getByRole('button', { name: 'What is the KV cache?', exact: true }).click()
  await expect(app.lastMessage.getByText(/^MBU \d+%/)).toBeVisible()
  const measured = await openBandwidth(app)
  await expect(measured.getByText('20.0 GB/s with 2 threads', { exact: true })).toBeVisible()
  await expect(measured.getByText('ITL at the triad’s rate')).toBeVisible()
  await expect(measured.getByRole('figure', { name: 'Cells in use over time' }).first()).toBeVisible()
})

test.describe('on the fake engine', () => {
  test.use({ fakeEngine: quickEngine })

  test('measures the memory bandwidth in a process of its own, shows it, and keeps it for the next start', { tag: '@full' }, async ({
    app,
  }) => {
    test.setTimeout(180_000)
    await app.ready()
    const dialog = await openBandwidth(app)
    await dialog.getByRole('button', { name: 'Measure bandwidth' }).click()
    await expect(dialog.getByRole('button', { name: 'Measure again', exact: true })).toBeEnabled({ timeout: 100_000 })
    const best = dialog.getByText(/^\d+(\.\d+)? GB\/s with \d+ threads?$/)
    await expect(best).toBeVisible()
    const shown = await best.textContent()
    const memory = storedMemoryBandwidth(join(app.folder, 'data'))
    expect(memory?.byThreads.map(({ threads }) => threads)[0]).toBe(1)
    expect(Math.max(...(memory?.byThreads ?? []).map(({ bytesPerSecond }) => bytesPerSecond))).toBeGreaterThan(1e8)

    await app.stop()
    await app.startAgain()
    await app.ready()
    await expect((await openBandwidth(app)).getByText(shown ?? '', { exact: true })).toBeVisible()
  })

  test('the bandwidth view stays open while a prefill measurement unloads the model, and then shows the result', { tag: '@full' }, async ({
    app,
  }) => {
    await app.ready()
    const dialog = await openBandwidth(app)
    await dialog.getByRole('button', { name: 'Measure prefill' }).click()
    await expect(dialog.getByText(/the highest rate that llama.cpp reached with this model/)).toBeVisible({ timeout: 30_000 })
    await expect(dialog.getByRole('button', { name: 'Measure prefill again' })).toBeEnabled()
    await dialog.getByRole('button', { name: 'Close' }).click()
    await app.ready()
  })
})

test.describe('on an engine that can be held', () => {
  const held = () => test.info().outputPath('held')
  test.use({ fakeEngine: async ({ hostKind: _ }, use) => use({ ...quickEngine, taskMs: 5, heldBy: held() }) })

  test('a prefill measurement shows its progress in the bandwidth view, and can be canceled there', { tag: '@full' }, async ({ app }) => {
    await app.ready()
    const dialog = await openBandwidth(app)
    writeFileSync(held(), '')
    await dialog.getByRole('button', { name: 'Measure prefill' }).click()
    const progress = dialog.getByRole('region', { name: 'Progress' })
    await expect(progress).toContainText('0 of 6 measurements done. The chat gets its model back when the benchmark ends.')
    await progress.getByRole('button', { name: 'Cancel' }).click()
    await expect(progress).toHaveCount(0)
    await expect(dialog.getByRole('button', { name: 'Measure prefill' })).toBeEnabled()
    rmSync(held())
    await dialog.getByRole('button', { name: 'Close' }).click()
    await app.ready()
  })
})
