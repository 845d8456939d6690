import { expectAccessible } from './expect-accessible'
import { quickEngine, test } from './fixture'

test.use({ fakeEngine: quickEngine })

test('chat and its panels have no serious accessibility violations', { tag: '@full' }, async ({ app, page }) => {
  await app.ready()
  await expectAccessible(app, 'an empty conversation')
  await app.ask('What is the KV cache?')
  await expectAccessible(app, 'a conversation with the cache')
  await page.getByRole('button', { name: 'Bandwidth', exact: true }).click()
  await page.getByRole('button', { name: 'Measure bandwidth' }).waitFor()
  await expectAccessible(app, 'bandwidth that was not measured')
  await page.keyboard.press('Escape')
  await app.openSettings()
  await page.getByLabel('Batch in tokens').fill('70000')
  await expectAccessible(app, 'settings with a problem')
  await page.getByRole('button', { name: 'Undo' }).click()
  await app.choose('K type', 'q8_0')
  await expectAccessible(app, 'settings with a preview')
  await page.getByRole('tab', { name: 'Events' }).click()
  await page.getByRole('list', { name: 'Events' }).waitFor()
  await expectAccessible(app, 'events')
})

test('the cache store has no serious accessibility violations', { tag: '@full' }, async ({ app, page }) => {
  await app.ready()
  await app.ask('What is the KV cache?')
  await page.getByRole('button', { name: 'Cache store' }).click()
  await page.getByRole('tree').waitFor()
  await expectAccessible(app, 'the cache store')
})

test('models and servers have no serious accessibility violations', { tag: '@full' }, async ({ app, page }) => {
  await app.ready()
  await app.showModels()
  await expectAccessible(app, 'models')
  for (const tab of ['Get a model', 'Folders', 'Servers']) {
    await page.getByRole('tab', { name: tab }).click()
    await expectAccessible(app, `models, ${tab}`)
  }
  await page.getByRole('button', { name: 'Connect to a server' }).click()
  await expectAccessible(app, 'a new server')
})

test('planner, requests and preferences have no serious accessibility violations', { tag: '@full' }, async ({ app, page }) => {
  await app.ready()
  await app.showPlanner()
  await expectAccessible(app, 'planner')
  await page.getByRole('button', { name: 'Plan a fleet' }).click()
  await expectAccessible(app, 'planner with a fleet')
  await page.getByRole('button', { name: 'Requests' }).click()
  await page.getByRole('heading', { name: 'No requests yet' }).waitFor()
  await expectAccessible(app, 'requests')
  await page.getByRole('button', { name: 'Preferences', exact: true }).click()
  await page.getByRole('heading', { name: 'Preferences' }).waitFor()
  await expectAccessible(app, 'preferences')
  await page.getByRole('button', { name: 'Delete everything…' }).click()
  await expectAccessible(app, 'preferences, about to delete everything')
})

test.describe('on a fake engine', () => {
  test.use({ fakeEngine: { taskMs: 1, refusedType: 'q4_0' } })

  test('the comparison form, results with failures, and a confirmation dialog have no serious accessibility violations', {
    tag: '@full',
  }, async ({ app, page }) => {
    await app.showCompare()
    await page.getByRole('button', { name: 'More settings for q8_0', exact: true }).click()
    await page.getByRole('textbox', { name: 'Tests', exact: true }).fill('fast')
    await expectAccessible(app, 'a comparison with a problem')
    await page.getByRole('button', { name: 'Quick' }).click()
    await page.getByRole('button', { name: 'Start', exact: true }).click()
    await page.getByRole('list', { name: 'What failed' }).waitFor()
    await page.getByRole('figure', { name: 'Quality', exact: true }).waitFor()
    await expectAccessible(app, 'results of a comparison')
    await page.getByRole('button', { name: /^More about/ }).click()
    await page.getByRole('menuitem', { name: 'Delete…' }).click()
    await expectAccessible(app, 'a question before a run is deleted')
  })
})

test('the app has no serious accessibility violations with a dead engine and in a narrow window', { tag: '@full' }, async ({
  app,
  page,
}) => {
  await app.ready()
  await app.killEngine()
  await page.getByRole('alert').first().waitFor()
  await expectAccessible(app, 'an engine that is gone')
  await page.setViewportSize({ width: 640, height: 400 })
  await expectAccessible(app, 'a narrow window')
  await page.getByRole('button', { name: 'Conversations', exact: true }).click()
  await expectAccessible(app, 'a narrow window with its conversations')
})
