import { expect, type Headroom, test } from './fixture'

/** Small tests, so that a run takes seconds. */
async function makeShort({ page }: Headroom): Promise<void> {
  await page.getByLabel('Tests', { exact: true }).fill('pp64, tg8')
  await page.getByLabel('Depths', { exact: true }).fill('0')
  await page.getByRole('textbox', { name: 'Repetitions', exact: true }).fill('2')
  await page.getByRole('textbox', { name: 'Turns', exact: true }).fill('1')
  await page.getByRole('textbox', { name: 'Tokens per turn', exact: true }).fill('8')
  await page.getByRole('textbox', { name: 'Tokens per chunk', exact: true }).fill('128')
  await page.getByRole('textbox', { name: 'Most chunks', exact: true }).fill('2')
  await page.getByRole('textbox', { name: 'Tokens at most', exact: true }).fill('24')
}

const row = ({ page }: Headroom, name: string) => page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: new RegExp(`^${name}`) }) })

test('look', async ({ app, page }) => {
  await app.showCompare()
  await page.screenshot({ path: '/tmp/h/shots/form.png' })
  await makeShort(app)
  await page.getByRole('button', { name: 'Start' }).click()
  await expect(row(app, 'q4_0')).toBeVisible({ timeout: 30_000 })
  await page.screenshot({ path: '/tmp/h/shots/run.png' })
})
