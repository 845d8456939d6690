/** Newer versions of Headroom, from a server of the test's own: off by itself, then a click for each step, and nothing that differs from what was published. */
import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, test } from './fixture'
import { installCopy, launchCopy } from './installed-copy'

/** Proves itself as a new version does, and says that it was started. */
const newVersion = Buffer.from(
  '#!/bin/sh\ncase "$*" in *--self-check*) echo "Headroom 9.0.0 works here.";; *) echo "$*" > "$0.started";; esac\n',
)

/** A shelf of files, and everything that was asked of it. */
async function startShelf() {
  const files = new Map<string, Buffer>()
  const asked: { readonly path: string; readonly headers: IncomingHttpHeaders }[] = []
  const server = createServer(({ url = '/', headers }, response) => {
    const path = new URL(url, 'http://shelf').pathname.slice(1)
    asked.push({ path, headers })
    const content = files.get(path)
    if (content) response.writeHead(200, { 'content-length': content.length }).end(content)
    else response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const stop = () => {
    server.close()
    server.closeAllConnections()
  }
  return { files, asked, stop, address: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

/** The feed as electron-builder writes it. */
function publish(files: Map<string, Buffer>, version: string, content: Buffer, sent = content): void {
  const name = `Headroom-${version}.AppImage`
  const sha512 = createHash('sha512').update(content).digest('base64')
  const feed = `version: ${version}\nfiles:\n  - url: ${name}\n    sha512: ${sha512}\n    size: ${content.length}\npath: ${name}\nsha512: ${sha512}\nreleaseDate: '2026-01-01T00:00:00.000Z'\n`
  files.set(name, sent)
  files.set('latest-linux.yml', Buffer.from(feed))
}

async function showUpdates(page: Page) {
  await page.getByRole('button', { name: 'Preferences' }).first().click()
  return page.getByRole('region', { name: 'Updates' })
}

test('a copy that nobody published offers no updates', async ({ app, page, hostKind }) => {
  test.skip(Boolean(process.env.HEADROOM_PACKAGED), 'who published the package, only its builder knows')
  await app.ready()
  const updates = await showUpdates(page)
  await expect(updates).toContainText(
    hostKind === 'web' ? 'Only the desktop app looks for newer versions' : 'built without a place to look for newer versions',
  )
  await expect(updates.getByRole('switch')).toHaveCount(0)
})

test('an installed app looks for, downloads and installs a newer version, with a click each', async ({ hostKind }) => {
  test.skip(hostKind === 'web' || process.platform !== 'linux' || Boolean(process.env.HEADROOM_PACKAGED), 'needs the desktop app on Linux')
  const folder = mkdtempSync(join(tmpdir(), 'headroom-updates-'))
  const shelf = await startShelf()
  const copy = installCopy(folder, shelf.address)
  const electron = await launchCopy(copy, folder)
  try {
    const page = await electron.firstWindow()
    await page.getByPlaceholder('Write a message').waitFor({ timeout: 30_000 })
    const updates = await showUpdates(page)
    const allowed = updates.getByRole('switch', { name: 'Look for newer versions' })
    const answer = async (button: string) => {
      await updates.getByRole('button', { name: `${button}…` }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: button }).click()
    }
    await expect(allowed).not.toBeChecked()
    await expect(updates.getByRole('button')).toHaveCount(0)
    await allowed.click()
    await expect(updates).toContainText('Not looked for yet')
    expect(shelf.asked).toEqual([])

    const look = updates.getByRole('button', { name: 'Look now' })
    await look.click()
    await expect(updates).toContainText('it has no list of versions')
    publish(shelf.files, '0.0.1', newVersion)
    await look.click()
    await expect(updates).toContainText('You have the newest version')

    const spoilt = Buffer.from(newVersion)
    spoilt[20] = 0
    publish(shelf.files, '9.0.0', newVersion, spoilt)
    await look.click()
    await expect(updates).toContainText(`Version 9.0.0 is there, ${newVersion.length} B`)
    expect(shelf.asked.map(({ path }) => path)).not.toContain('Headroom-9.0.0.AppImage')
    await answer('Download')
    await expect(updates).toContainText('its checksum differs')
    expect(appImagesBelow(join(folder, 'cache'))).toEqual([])

    publish(shelf.files, '9.0.0', newVersion)
    await look.click()
    await answer('Download')
    await expect(updates).toContainText('its checksum is the published one')
    expect(readFileSync(copy.appImage, 'utf8')).toBe('the old one')
    // The same number from everybody: no server can tell one installation from another.
    expect(new Set(shelf.asked.map(({ headers }) => headers['x-user-staging-id']))).toEqual(
      new Set(['00000000-0000-0000-0000-000000000000']),
    )

    const closed = electron.waitForEvent('close')
    await updates.getByRole('button', { name: 'Install…' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Install and restart' }).click()
    await closed
    expect(readFileSync(copy.appImage)).toEqual(newVersion)
    expect(readFileSync(`${copy.appImage}.previous`, 'utf8')).toBe('the old one')
    // Started again on the same data.
    await expect.poll(() => existsSync(`${copy.appImage}.started`)).toBe(true)
    expect(readFileSync(`${copy.appImage}.started`, 'utf8')).toContain(`--user-data-dir=${folder}`)
  } finally {
    await electron.close().catch(() => {})
    shelf.stop()
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
})

test('the variant with CUDA is told of a newer version, and does not let the plain one take its place', async ({ hostKind }) => {
  test.skip(hostKind === 'web' || process.platform !== 'linux' || Boolean(process.env.HEADROOM_PACKAGED), 'needs the desktop app on Linux')
  const folder = mkdtempSync(join(tmpdir(), 'headroom-updates-'))
  const shelf = await startShelf()
  const electron = await launchCopy(installCopy(folder, shelf.address, { variant: 'cuda' }), folder)
  try {
    const page = await electron.firstWindow()
    await page.getByPlaceholder('Write a message').waitFor({ timeout: 30_000 })
    const updates = await showUpdates(page)
    await expect(updates).toContainText('The variant with CUDA: it is told of newer versions, and does not replace itself.')
    await updates.getByRole('switch', { name: 'Look for newer versions' }).click()
    publish(shelf.files, '9.0.0', newVersion)
    await updates.getByRole('button', { name: 'Look now' }).click()
    await expect(updates).toContainText(
      /Version 9\.0\.0 is there\. Get its file with “cuda” in the name from 127\.0\.0\.1:\d+, and install/,
    )
    await expect(updates.getByRole('button')).toHaveText(['Look now'])
    expect(shelf.asked.map(({ path }) => path)).not.toContain('Headroom-9.0.0.AppImage')
  } finally {
    await electron.close().catch(() => {})
    shelf.stop()
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
})

const appImagesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true })
    .map(String)
    .filter((name) => name.endsWith('.AppImage'))
