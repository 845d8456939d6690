import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { apiClient, turnOnApi } from './api-client'
import { expect, type Headroom, quickEngine, test } from './fixture'

const rules = 'Answer in one short sentence, and name the file that you changed. '.repeat(12)
const system = (hash: string) => `x-anthropic-billing-header: cc_version=2.1.37; cc_entrypoint=cli; cch=${hash};\n${rules}`

const showRequests = ({ page }: Headroom) => page.getByRole('navigation').getByRole('button', { name: 'Requests', exact: true }).click()
const rows = ({ page }: Headroom) =>
  page.getByRole('region', { name: 'Requests, the newest first' }).getByRole('button', { name: /^Request \d+ of/ })

test.describe('with a quick engine', () => {
  test.use({ fakeEngine: quickEngine })

  test('a client whose header changes sees why its prompt was processed again, and one click keeps the prompt the same', async ({
    app,
    page,
  }) => {
    await app.ready()
    const url = await turnOnApi(app)
    const { key, ask } = await apiClient(app, url, 'my agent')
    await expect(page.getByTestId('client-setup')).toContainText(`"ANTHROPIC_BASE_URL": "${url}"`)
    await expect(page.getByTestId('client-setup')).toContainText(key)
    await ask(system('fa690'), ['Rename the file.'])
    await ask(system('0aaa9'), ['Rename the file.'])
    await showRequests(app)
    await expect(rows(app)).toHaveCount(2)
    const address = page.getByRole('region', { name: 'Address of the API server' })
    await expect(address).toContainText(`${url}/v1`)
    await expect(address.getByRole('button', { name: `Copy ${url}`, exact: true })).toBeVisible()
    await address.getByRole('button', { name: 'Keys and settings…' }).click()
    await expect(page.getByRole('switch', { name: 'Answer other programs' })).toBeFocused()
    await showRequests(app)
    await page.getByRole('button', { name: 'Request 2 of my agent' }).click()
    const detail = page.getByRole('region', { name: 'Request 2' })
    await expect(detail).toContainText('Changing header')
    await detail.getByRole('switch', { name: 'Remove this header in Headroom' }).click()
    await ask(system('1bbb0'), ['Rename the file.'])
    await ask(system('2ccc1'), ['Rename the file.'])
    await page.getByRole('button', { name: 'Request 4 of my agent' }).click()
    const cured = page.getByRole('region', { name: 'Request 4' })
    await expect(cured).toContainText('Same prompt')
    await expect(cured).toContainText('billing header removed')
    await expect(cured).toContainText('Nothing was processed again.')
    await app.shortcut('chat')
    await expect(page.getByRole('note').filter({ hasText: 'A request from my agent is using the cells.' })).toBeVisible()
  })

  test.describe('in the plain view', () => {
    test.use({ details: false })

    test('the empty list leads to the switch of the API server', async ({ app, page }) => {
      await app.ready()
      await showRequests(app)
      await page.getByRole('button', { name: 'Open Preferences' }).click()
      const turnOn = page.getByRole('switch', { name: 'Answer other programs' })
      await expect(turnOn).toBeFocused()
      await expect(turnOn).toBeInViewport()
      await page.keyboard.press('Space')
      await expect(page.getByTestId('api-address')).toContainText('http://127.0.0.1:')
    })
  })

  test('the timeline draws every request of the period inside its lane', { tag: '@both' }, async ({ app, page }) => {
    await app.ready()
    const { ask } = await apiClient(app, await turnOnApi(app), 'my agent')
    for (const said of ['Rename the file.', 'Move the file.', 'Copy the file.']) await ask(rules, [said])
    await showRequests(app)
    await page.getByRole('button', { name: 'Timeline', exact: true }).click()
    const timeline = page.getByRole('region', { name: 'Sequences over time' })
    const bars = timeline.getByRole('button', { name: /^Request \d of my agent/ })
    for (const period of ['Last 10 s', 'Last 1 min', 'Last 1 h']) {
      await timeline.getByRole('button', { name: period, exact: true }).click()
      await expect(bars).toHaveCount(3)
      const areas = await bars.evaluateAll((all) =>
        all.map((bar) => {
          const [own, lane] = [bar.getBoundingClientRect(), (bar.parentElement ?? bar).getBoundingClientRect()]
          const colored = [...bar.querySelectorAll('span[style]')].filter(
            (part) => part.getBoundingClientRect().width * part.getBoundingClientRect().height > 0,
          )
          return { isInside: own.left >= lane.left - 0.5 && own.right <= lane.right + 0.5, width: own.width, colored: colored.length }
        }),
      )
      for (const { isInside, width, colored } of areas) {
        expect(isInside, period).toBe(true)
        expect(width, period).toBeGreaterThanOrEqual(2.9)
        expect(colored, period).toBeGreaterThan(0)
      }
    }
  })

  test('the API server keeps the port that the user chose, says that another program has it, and serves the network only with a key', async ({
    app,
    page,
  }) => {
    await app.ready()
    await turnOnApi(app)
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    const field = page.getByRole('textbox', { name: 'Port' })
    await field.fill('99999')
    await field.press('Enter')
    await expect(page.getByText('“99999” is not a port. Enter a whole number from 1 to 65535.')).toBeVisible()
    await field.fill(String(port))
    await field.press('Enter')
    await expect(page.getByRole('alert')).toContainText(`Another program listens on port ${port}`)
    other.close()
    await once(other, 'close')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByTestId('api-address')).toHaveText(`http://127.0.0.1:${port}`)
    await page.getByRole('switch', { name: 'Serve on the local network' }).click()
    await expect(page.getByText('The connection is not encrypted')).toBeVisible()
    await expect(page.getByText('The key of Local network')).toBeVisible()
    await expect(page.getByText('Address on the network').first()).toBeVisible()
    const key = await page.getByTestId('api-key').innerText()
    const statusWith = async (headers: Record<string, string>) => (await fetch(`http://127.0.0.1:${port}/v1/models`, { headers })).status
    expect([await statusWith({}), await statusWith({ 'x-api-key': key })]).toEqual([401, 200])
    await app.restart()
    await app.ready()
    await app.shortcut('preferences')
    await expect(app.page.getByTestId('api-address')).toHaveText(`http://127.0.0.1:${port}`)
    await expect(app.page.getByRole('switch', { name: 'Serve on the local network' })).toBeChecked()
  })
})

test('prompts and answers survive a restart only if the user wants them stored', { tag: '@full' }, async ({ app, page }) => {
  await app.ready()
  const { ask } = await apiClient(app, await turnOnApi(app), 'my agent')
  await ask(rules, ['a xylophonist before'])
  await page.getByRole('switch', { name: 'Store prompts and answers of requests' }).click()
  await ask(rules, ['a xylophonist after'])
  await showRequests(app)
  await expect(rows(app)).toHaveCount(2)
  await app.restart()
  await app.ready()
  await showRequests(app)
  await expect(rows(app)).toHaveCount(1)
  await app.page.getByRole('button', { name: 'Request 1 of my agent' }).click()
  await app.page.getByRole('button', { name: 'Compare the prompts' }).click()
  await expect(app.page.getByRole('region', { name: 'Request 1' })).toContainText('a xylophonist after')
  await app.page.getByRole('button', { name: 'Clear the list' }).click()
  await app.page.getByText('No requests yet').waitFor()
})
