import { createHash, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Page } from '@playwright/test'
import { expect, test } from './fixture'
import { installCopy, launchCopy } from './installed-copy'
import { root } from './running-host'

interface Signatures {
  signFeed(text: string, privateKey: KeyObject): string
  publicHalfOf(privateKey: KeyObject): string
}
const { signFeed, publicHalfOf }: Signatures = await import(pathToFileURL(join(root, 'scripts/update-signature.mjs')).href)
const { privateKey } = generateKeyPairSync('ed25519')
const stamped = { updateKey: publicHalfOf(privateKey) }

/** A script that passes the self-check of a new version and records its start. */
const newVersion = Buffer.from(
  '#!/bin/sh\ncase "$*" in *--self-check*) echo "Headroom 9.0.0 works here.";; *) echo "$*" > "$0.started";; esac\n',
)

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

const signed = (feed: string) => signFeed(feed, privateKey)

/** Writes the feed in electron-builder's format. */
function publish(files: Map<string, Buffer>, version: string, content: Buffer, { sent = content, sign = signed } = {}): void {
  const name = `Headroom-${version}.AppImage`
  const sha512 = createHash('sha512').update(content).digest('base64')
  const feed = `version: ${version}\nfiles:\n  - url: ${name}\n    sha512: ${sha512}\n    size: ${content.length}\npath: ${name}\nsha512: ${sha512}\nreleaseDate: '2026-01-01T00:00:00.000Z'\n`
  files.set(name, sent)
  files.set('latest-linux.yml', Buffer.from(sign(feed)))
}

async function showUpdates(page: Page) {
  await page.getByRole('button', { name: 'Preferences' }).first().click()
  return page.getByRole('region', { name: 'Updates' })
}

test('a build without a publisher offers no updates', { tag: '@full' }, async ({ app, page, hostKind }) => {
  test.skip(Boolean(process.env.HEADROOM_PACKAGED), 'the package may have a publisher')
  await app.ready()
  const updates = await showUpdates(page)
  await expect(updates).toContainText(
    hostKind === 'web' ? 'Only the desktop app checks for updates' : 'This build cannot check for updates',
  )
  await expect(updates.getByRole('switch')).toHaveCount(0)
})

/** Returns a copy that may look for updates but has not looked yet. */
async function startCopy(folder: string, feed: string, packaging?: object) {
  const copy = installCopy(folder, feed, packaging)
  const electron = await launchCopy(copy, folder)
  const page = await electron.firstWindow()
  await page.getByPlaceholder('Write a message').waitFor({ timeout: 30_000 })
  const updates = await showUpdates(page)
  const allowed = updates.getByRole('switch', { name: 'Check for updates' })
  await expect(allowed).not.toBeChecked()
  await expect(updates.getByRole('button')).toHaveCount(0)
  await allowed.click()
  await expect(updates).toContainText('Not checked yet')
  const answer = async (question: string, button = question) => {
    await updates.getByRole('button', { name: `${question}…` }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: button }).click()
  }
  return { copy, electron, updates, look: () => updates.getByRole('button', { name: 'Check now' }).click(), answer }
}

test.describe('an installed app', { tag: '@desktop' }, () => {
  test.skip(({ hostKind }) => hostKind === 'web' || process.platform !== 'linux', 'needs the desktop app on Linux')
  test.skip(Boolean(process.env.HEADROOM_PACKAGED), 'this test installs its own copy')
  let folder: string
  let shelf: Awaited<ReturnType<typeof startShelf>>
  test.beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'headroom-updates-'))
    shelf = await startShelf()
  })
  test.afterEach(() => {
    shelf.stop()
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  })
  const paths = () => shelf.asked.map(({ path }) => path)

  test('finds, downloads and installs a newer version, and asks before each download and installation', async () => {
    const { copy, electron, updates, look, answer } = await startCopy(folder, shelf.address, stamped)
    try {
      expect(shelf.asked).toEqual([])
      await look()
      await expect(updates).toContainText('The server has no list of versions.')
      publish(shelf.files, '0.0.1', newVersion)
      await look()
      await expect(updates).toContainText('You have the latest version')

      const spoilt = Buffer.from(newVersion)
      spoilt[20] = 0
      publish(shelf.files, '9.0.0', newVersion, { sent: spoilt })
      await look()
      await expect(updates).toContainText(`Version 9.0.0 is available, ${newVersion.length} B`)
      expect(paths()).not.toContain('Headroom-9.0.0.AppImage')
      await answer('Download')
      await expect(updates).toContainText('does not match the published one')
      expect(appImagesBelow(join(folder, 'cache'))).toEqual([])

      publish(shelf.files, '9.0.0', newVersion)
      await look()
      await answer('Download')
      await expect(updates).toContainText('its checksum matches the signed one')
      expect(readFileSync(copy.appImage, 'utf8')).toBe('the old one')
      // All installations send the same id, so a server cannot distinguish them.
      expect(new Set(shelf.asked.map(({ headers }) => headers['x-user-staging-id']))).toEqual(
        new Set(['00000000-0000-0000-0000-000000000000']),
      )

      const [fetched = ''] = appImagesBelow(join(folder, 'cache'))
      writeFileSync(join(folder, 'cache', fetched), newVersion.toString().replace('echo', 'echo "not signed, but says:"'))
      await answer('Install', 'Install and restart')
      await expect(updates).toContainText('was changed on this disk')
      expect(appImagesBelow(join(folder, 'cache'))).toEqual([])
      expect(readFileSync(copy.appImage, 'utf8')).toBe('the old one')

      await look()
      await answer('Download')
      await expect(updates).toContainText('its checksum matches the signed one')
      const closed = electron.waitForEvent('close')
      await answer('Install', 'Install and restart')
      await closed
      expect(readFileSync(copy.appImage)).toEqual(newVersion)
      expect(readFileSync(`${copy.appImage}.previous`, 'utf8')).toBe('the old one')
      await expect.poll(() => existsSync(`${copy.appImage}.started`)).toBe(true)
      expect(readFileSync(`${copy.appImage}.started`, 'utf8')).toContain(`--user-data-dir=${folder}`)
    } finally {
      await electron.close().catch(() => {})
    }
  })

  test('downloads only updates that its publisher has signed', async () => {
    const { electron, updates, look } = await startCopy(folder, shelf.address, stamped)
    try {
      const other = generateKeyPairSync('ed25519').privateKey
      const refused = [
        { says: 'is not signed', sign: (feed: string) => feed },
        { says: 'is not signed by the publisher of this build', sign: (feed: string) => signFeed(feed, other) },
        {
          says: 'is not signed by the publisher of this build',
          sign: (feed: string) => signed(feed.replace('version: 9.0.0', 'version: 0.0.1')).replace('version: 0.0.1', 'version: 9.0.0'),
        },
      ]
      for (const { says, sign } of refused) {
        shelf.files.clear()
        await look()
        await expect(updates).toContainText('The server has no list of versions.')
        publish(shelf.files, '9.0.0', newVersion, { sign })
        await look()
        await expect(updates).toContainText(`Version 9.0.0 at ${shelf.address.slice('http://'.length)} ${says}.`)
        await expect(updates).toContainText('Nothing was downloaded.')
        await expect(updates.getByRole('button', { name: 'Download…' })).toHaveCount(0)
      }
      expect(new Set(paths())).toEqual(new Set(['latest-linux.yml']))
    } finally {
      await electron.close()
    }
  })

  test('announces a newer version but does not install it if the build has no key to verify updates', { tag: '@full' }, async () => {
    const { electron, updates, look } = await startCopy(folder, shelf.address)
    try {
      await expect(updates).toContainText('This build has no key to verify updates')
      publish(shelf.files, '9.0.0', newVersion)
      await look()
      await expect(updates).toContainText('Version 9.0.0 is available. Download it from where you got this one')
      await expect(updates.getByRole('button', { name: 'Download…' })).toHaveCount(0)
      expect(paths()).toEqual(['latest-linux.yml'])
    } finally {
      await electron.close()
    }
  })

  test('announces a newer version but does not replace a CUDA build with the plain variant', { tag: '@full' }, async () => {
    const { electron, updates, look } = await startCopy(folder, shelf.address, { ...stamped, variant: 'cuda' })
    try {
      await expect(updates).toContainText('This is the CUDA build. It checks for updates, but does not install them.')
      publish(shelf.files, '9.0.0', newVersion)
      await look()
      await expect(updates).toContainText(
        /Version 9\.0\.0 is available\. Download the file with “cuda” in its name from 127\.0\.0\.1:\d+, and install/,
      )
      await expect(updates.getByRole('button')).toHaveText(['Check now'])
      expect(paths()).toEqual(['latest-linux.yml'])
    } finally {
      await electron.close()
    }
  })
})

const appImagesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true })
    .map(String)
    .filter((name) => name.endsWith('.AppImage'))
