import { startLlamaServer } from '../main/remote-engine/testing/made-llama-server'
import type { MadeServer } from '../main/remote-engine/testing/made-server'
import { expectAccessible } from './expect-accessible'
import { expect, type Headroom, quickEngine, test } from './fixture'
import { layoutFaults } from './layout-faults'

test.use({ fakeEngine: quickEngine })

const dialog = ({ page }: Headroom) => page.getByRole('dialog', { name: 'Connect to a server' })

async function openDialog(app: Headroom): Promise<void> {
  await app.showModels()
  await app.page.getByRole('tab', { name: 'Servers' }).click()
  await app.page.getByRole('button', { name: 'Connect to a server' }).click()
}

async function connect(app: Headroom, server: MadeServer): Promise<void> {
  await openDialog(app)
  await dialog(app).getByLabel('Address').fill(`127.0.0.1:${server.port}/v1`)
  await dialog(app).getByLabel('Name').fill('Lab')
  await dialog(app).getByRole('button', { name: 'Check' }).click()
  await dialog(app).getByRole('button', { name: 'Save and connect' }).click()
  await expect(app.page.getByText('llama-server at Lab')).toBeVisible()
}

test('a server writes the answers, is lost in the middle of one, and answers again once it is back', async ({ app, page }) => {
  let server = await startLlamaServer({
    beforeEnd: async ({ body, reply }) => {
      if (JSON.stringify(body.messages).includes('Drop')) reply.drop()
    },
  })
  const { port } = server
  await app.ready()
  await connect(app, server)
  await app.ready()
  await app.ask('What is a cell?')
  await expect(app.lastMessage).toContainText('A cell holds one token.')
  await expect(app.lastMessage).toContainText('Reused 12')
  await app.lastMessage.getByRole('button', { name: 'Open the report' }).click()
  await expect(app.lastMessage).toContainText('reported by the server: timings.prompt_ms')
  await expect(app.lastMessage).toContainText('not available: the server does not report it')
  const status = page.getByRole('region', { name: 'Server' })
  await expect(status).toContainText('Slot 1')
  await expect(status).toContainText('at most 8,192 calculated')
  await expectAccessible(app, 'an answer of a server, its report and the state of the server')

  await app.ask('Drop this answer.')
  await expect(app.lastMessage).toContainText('A cell holds one token.')
  await expect(app.lastMessage.getByRole('alert')).toContainText('The part of the answer that arrived was kept.')

  await server.stop()
  await app.ask('Are you there?')
  await expect(app.lastMessage.getByRole('alert')).toContainText('refused the connection')
  await expect(status).toContainText('The server did not answer the last question.')

  server = await startLlamaServer({ port })
  await app.ask('And now?')
  await expect(app.lastMessage).toContainText('A cell holds one token.')
  await expect(status).not.toContainText('The server did not answer the last question.')
  expect(server.asked.filter(({ path }) => path === '/v1/chat/completions')).toHaveLength(1)

  await page.getByRole('button', { name: 'Disconnect' }).click()
  await expect(page.getByRole('button', { name: 'Choose a model' })).toBeVisible()
  await server.stop()
})

test('a server is saved only if it answers, and each problem has a sentence', { tag: '@full' }, async ({ app, page }) => {
  const server = await startLlamaServer({ key: 'sk-secret' })
  await app.ready()
  await openDialog(app)
  const form = dialog(app)
  await form.getByLabel('Address').fill('ftp://host')
  await form.getByRole('button', { name: 'Check' }).click()
  await expect(form.getByRole('alert')).toContainText('The address starts with ftp: instead of https: or http:.')
  await form.getByLabel('Address').fill(server.url)
  await form.getByRole('button', { name: 'Check' }).click()
  await expect(form.getByRole('alert')).toContainText('requires a key')
  await form.getByLabel('Key').fill('wrong')
  await form.getByRole('button', { name: 'Check' }).click()
  await expect(form.getByRole('alert')).toContainText('refused the key')
  await form.getByLabel('Key').fill('sk-secret')
  await form.getByRole('button', { name: 'Check' }).click()
  await expect(form.getByRole('region', { name: 'llama-server' })).toContainText('2 sequences at a time')
  await expectAccessible(app, 'a server before it is saved')
  await page.setViewportSize({ width: 900, height: 640 })
  expect(await layoutFaults(page)).toEqual([])
  await form.getByRole('button', { name: 'Save and connect' }).click()
  await expect(page.getByRole('button', { name: 'tiny' })).toBeVisible()

  await app.showModels()
  await expect(page.getByRole('list', { name: 'Saved servers' })).toContainText('connected')
  expect(await page.content()).not.toContain('sk-secret')
  await server.stop()
})

test('the settings of a server are only those that it takes, and go with the next prompt', { tag: '@full' }, async ({ app, page }) => {
  const server = await startLlamaServer()
  await app.ready()
  await connect(app, server)
  await app.openSettings()
  await expect(page.getByLabel('Context in tokens')).toHaveCount(0)
  await page.getByLabel('Temperature').fill('0.25')
  await app.choose('Answers', '2 answers')
  await app.send('What is a cell?')
  await expect(page.getByRole('button', { name: 'Copy answer 2' })).toBeVisible()
  const prompts = server.asked.filter(({ path }) => path === '/v1/chat/completions')
  expect(prompts.map(({ body }) => body.temperature)).toEqual([0.25, 0.25])
  await server.stop()
})
