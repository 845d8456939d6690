import { expect, test } from './fixture'
import { picture } from './pictures'

test.skip(!process.env.HEADROOM_SCREENSHOTS, 'only for `npm run screenshots`')

test('takes screenshots of the Lab: empty, a recording, a fault, a refusal, paged memory, experiments', async ({ app, page }) => {
  await app.ready()
  await app.showLab()
  await picture(app, 'lab-empty')
  await page.getByRole('button', { name: 'Record', exact: true }).click()
  await expect(page.getByRole('region', { name: /^Left cache/ })).toBeVisible({ timeout: 30_000 })
  await page.getByRole('button', { name: 'Go to the last step' }).click()
  await expect(page.getByRole('img', { name: /^Attention of/ })).toHaveCount(2)
  await picture(app, 'lab-recording')
  await picture(app, 'lab-next', page.getByRole('heading', { name: 'What each policy would evict next' }))
  await app.choose('Left policy', 'Full cache')
  await app.choose('Right policy', 'Full cache')
  await app.choose('Right fault', 'No reset')
  await page.getByRole('button', { name: 'Record', exact: true }).click()
  await expect(page.getByRole('region', { name: 'Right cache: Full cache' })).toBeVisible({ timeout: 30_000 })
  await page.getByRole('button', { name: 'Go to the last step' }).click()
  await expect(page.getByRole('img', { name: /^Attention of/ })).toHaveCount(2)
  await picture(app, 'lab-fault')
  await page.getByRole('textbox', { name: 'Question' }).fill('A long text. '.repeat(300))
  await page.getByRole('button', { name: 'Record', exact: true }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await picture(app, 'lab-refused')

  await page.getByRole('tab', { name: 'Paged memory' }).click()
  for (let scene = 0; scene < 7; scene++) await page.getByRole('button', { name: 'Go to the next scene' }).click()
  await picture(app, 'lab-paged')

  await page.getByRole('tab', { name: 'Experiments' }).click()
  for (const name of ['Block size', 'MHA, GQA, MQA, MLA']) {
    await page.getByRole('button', { name: `Run ${name}` }).click()
    await expect(page.getByRole('article', { name }).getByRole('table')).toBeVisible({ timeout: 30_000 })
  }
  await picture(app, 'lab-experiments')
  await picture(app, 'lab-experiment', page.getByRole('article', { name: 'Block size' }))
})
