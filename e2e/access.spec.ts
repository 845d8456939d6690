import { request as httpRequest } from 'node:http'
import { WebSocket } from 'ws'
import { expect, quickEngine, test } from './fixture'

test.use({ fakeEngine: quickEngine })
test.beforeEach(({ hostKind }) => test.skip(hostKind === 'electron', 'the desktop app listens on no port'))

/** Returns `open`, or the HTTP status if the host refuses. */
function attempt(address: string, headers: Record<string, string>): Promise<string> {
  return new Promise((resolve) => {
    const socket = new WebSocket(address, { headers })
    socket.on('open', () => {
      socket.close()
      resolve('open')
    })
    socket.on('unexpected-response', (_request, response) => resolve(String(response.statusCode)))
    socket.on('error', () => resolve('error'))
  })
}
const get = (url: URL, headers: Record<string, string> = {}, method = 'GET'): Promise<{ status: number; text: string }> =>
  new Promise((resolve, reject) => {
    const request = httpRequest(url, { headers, method }, (response) => {
      let text = ''
      response.on('data', (chunk) => {
        text += chunk
      })
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }))
    })
    request.on('error', reject)
    request.end()
  })

const tokenOf = (url: URL): string => new URLSearchParams(url.hash.slice(1)).get('token') ?? ''

test('a WebSocket needs the token and an allowed origin', async ({ app }) => {
  const url = app.url as URL
  const token = tokenOf(url)
  for (const path of ['/host', '/engine']) {
    const address = `ws://127.0.0.1:${url.port}${path}`
    expect(await attempt(`${address}?token=${token}`, { origin: url.origin })).toBe('open')
    expect(await attempt(address, { origin: url.origin })).toBe('403')
    expect(await attempt(`${address}?token=wrong`, { origin: url.origin })).toBe('403')
    expect(await attempt(`${address}?token=${token}`, { origin: 'https://evil.example' })).toBe('403')
    expect(await attempt(`${address}?token=${token}`, {})).toBe('403')
    expect(await attempt(`${address}?token=${token}`, { origin: url.origin, host: 'evil.example' })).toBe('403')
  }
  expect(await attempt(`ws://127.0.0.1:${url.port}/other?token=${token}`, { origin: url.origin })).toBe('404')
})

test('the token disappears from the address bar, and the tab can be reloaded', async ({ app, page }) => {
  const url = app.url as URL
  await expect(page.getByRole('button', { name: 'New conversation', exact: true })).toBeVisible()
  expect(page.url()).toBe(`${url.origin}/`)
  await page.reload()
  await expect(page.getByRole('button', { name: 'New conversation', exact: true })).toBeVisible()
  expect(page.url()).not.toContain('token')
})

test('a page without a token says which link to open', async ({ app, page }) => {
  const other = await page.context().newPage()
  await other.goto((app.url as URL).origin)
  await expect(other.getByText('Open the link that it printed').first()).toBeVisible()
})

test('without the token, the host serves only the page and its files', async ({ app }) => {
  const url = app.url as URL
  expect((await get(url)).status).toBe(200)
  expect((await get(new URL('/token', url))).status).toBe(403)
  expect((await get(new URL(`/token?token=${tokenOf(url)}`, url))).status).toBe(204)
  for (const path of ['/packages.json', '/%70ackages.json', '/assets/%2e%2e%2fpackages.json', '/assets/../packages.json']) {
    const without = await get(new URL(path, url))
    expect(without.status).toBe(403)
    expect(without.text).toContain('Open the link that Headroom printed')
  }
  expect((await get(url, { host: 'evil.example' })).status).toBe(403)
  expect((await get(new URL('/../package.json', url))).status).toBe(403)
  expect((await get(new URL('/%2e%2e%2fpackage.json', url))).status).not.toBe(200)
  expect((await get(url, {}, 'DELETE')).status).toBe(405)
})

test('an upload from another page is refused', async ({ app }) => {
  const url = app.url as URL
  const token = tokenOf(url)
  const address = new URL(`/upload?name=a.gguf&token=${token}`, url)
  expect((await get(address, { origin: 'https://evil.example' }, 'POST')).status).toBe(403)
  const ours = await get(address, { origin: url.origin }, 'POST')
  expect(JSON.parse(ours.text)).toMatchObject({ ok: false, failure: { code: 'gguf-not-a-model' } })
})
