/**
 * `npm run check-update`: an older AppImage updates itself to a newer one from a local server. Requires Linux with a display (or xvfb).
 *
 * To avoid downloads, set HEADROOM_ELECTRON_DIST to an unpacked Electron and APPIMAGE_TOOLS_PATH to a folder with:
 *   runtimes/runtime-x64                 github.com/AppImage/type2-runtime, statically linked (squashfuse 0.5, libfuse 3)
 *   lib/x64/                             libraries to include (may be empty)
 *   mksquashfs, desktop-file-validate    links to those of squashfs-tools and desktop-file-utils
 * Without FUSE, or with APPIMAGE_EXTRACT_AND_RUN=1, the AppImages unpack themselves.
 */
import { spawnSync } from 'node:child_process'
import { createHash, generateKeyPairSync } from 'node:crypto'
import { chmodSync, copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { become, ensureDependencies, root, say } from './checkout.mjs'
import { findDisplay } from './find-display.mjs'
import { attach, launch } from './packaged-app.mjs'
import { publicHalfOf, signFeed } from './update-signature.mjs'

const patienceMs = 120_000
const endMs = 15_000
const older = '0.1.0'
const newer = '0.1.1'

const { privateKey } = generateKeyPairSync('ed25519')
const signed = (feed) => signFeed(feed, privateKey)
const forgeries = [
  { name: 'a feed without a signature', sign: (feed) => feed, says: /is not signed\./ },
  {
    name: 'a feed signed by another key',
    sign: (feed) => signFeed(feed, generateKeyPairSync('ed25519').privateKey),
    says: /is not signed by the publisher of this build/,
  },
  {
    name: 'a signature moved from another version',
    sign: (feed) => signed(feed.replace(`version: ${newer}`, `version: ${older}`)).replace(`version: ${older}`, `version: ${newer}`),
    says: /is not signed by the publisher of this build/,
  },
]

ensureDependencies()
const { wrapper, reason } = findDisplay()
if (reason) throw new Error(`Updates cannot be tested: ${reason}`)
if (wrapper.length > 0) become(wrapper[0], [...wrapper.slice(1), process.execPath, ...process.argv.slice(1)])
else await check()

async function check() {
  const work = mkdtempSync(join(tmpdir(), 'headroom-update-'))
  const home = join(work, 'home')
  const shelf = join(work, 'shelf')
  const mounts = join(work, 'mounts')
  for (const folder of [home, shelf, mounts]) mkdirSync(folder)
  const asked = []
  const server = createServer((request, response) => {
    asked.push(request.url)
    serve(shelf, request, response)
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = `http://127.0.0.1:${server.address().port}`
  const passed = []
  const step = async (name, act) => {
    await act()
    passed.push(name)
    say(`ok  ${name}`)
  }
  const debuggingPort = await freePort()
  const args = [`--remote-debugging-port=${debuggingPort}`]
  const current = join(work, 'Headroom.AppImage')
  if (!hasFuse()) process.env.APPIMAGE_EXTRACT_AND_RUN = '1'
  let child
  try {
    copyFileSync(makeAppImage(older, address), current)
    const good = join(work, 'good.AppImage')
    copyFileSync(makeAppImage(newer, address), good)
    const before = hashOf(current)
    process.env.TMPDIR = mounts

    child = launch(current, home, args)
    let { page } = await attach(child, debuggingPort, patienceMs)
    await page.getByPlaceholder('Write a message').waitFor({ timeout: patienceMs })
    await page.getByLabel('Message', { exact: true }).fill('Keep this over the update.')
    await page.getByLabel('Message', { exact: true }).press('Enter')
    await page.getByRole('button', { name: 'Copy the answer' }).last().waitFor({ timeout: patienceMs })
    const showUpdates = () => page.getByRole('button', { name: 'Preferences' }).first().click()
    await showUpdates()
    const updates = page.getByRole('region', { name: 'Updates' })
    await updates.getByRole('switch', { name: 'Check for updates' }).click()
    const button = (name) => updates.getByRole('button', { name })
    const look = () => button('Check now').click()
    const fetch = async () => {
      await button('Download…').click({ timeout: patienceMs })
      await page.getByRole('alertdialog').getByRole('button', { name: 'Download' }).click()
    }
    const install = async () => {
      await button('Install…').click({ timeout: patienceMs })
      await page.getByRole('alertdialog').getByRole('button', { name: 'Install and restart' }).click()
    }
    const fetched = () => filesBelow(join(home, '.cache')).filter((name) => name.endsWith('.AppImage'))
    const showsText = (words) => updates.getByText(words).first().waitFor({ timeout: patienceMs })

    await step('a server without a feed is reported', async () => {
      await look()
      await showsText(/The server has no list of versions/)
    })
    for (const { name, sign, says } of forgeries)
      await step(`${name} is refused before anything is downloaded`, async () => {
        publish(shelf, good, newer, sign)
        await look()
        await showsText(says)
        if (await button('Download…').isVisible()) throw new Error('Expected no download button')
        if (asked.some((url) => url.includes('.AppImage'))) throw new Error('Expected no download')
        rmSync(join(shelf, 'latest-linux.yml'))
        await look()
        await showsText(/The server has no list of versions/)
      })
    await step('a file that differs from its published checksum is deleted', async () => {
      publish(shelf, good, newer)
      const damaged = readFileSync(good)
      damaged[damaged.length - 1000] ^= 1
      writeFileSync(join(shelf, `Headroom-${newer}.AppImage`), damaged)
      await look()
      await fetch()
      await showsText(/does not match the published one/)
      if (fetched().length > 0) throw new Error(`Expected no downloaded file to remain, got ${fetched()}`)
    })
    await step('a file that was changed after the download is not run', async () => {
      publish(shelf, good, newer)
      await look()
      await fetch()
      await button('Install…').waitFor({ timeout: patienceMs })
      const proof = join(work, 'was-run')
      writeFileSync(join(home, '.cache', fetched()[0]), `#!/bin/sh\ntouch '${proof}'\necho 'Headroom ${newer} works here.'\n`)
      await install()
      await showsText(/changed on this disk/)
      if (existsSync(proof) || hashOf(current) !== before) throw new Error('Expected the changed file not to be run or installed')
      if (fetched().length > 0) throw new Error(`Expected no downloaded file to remain, got ${fetched()}`)
    })
    await step('a version that does not start is not installed', async () => {
      const broken = join(work, 'broken.AppImage')
      writeFileSync(broken, '#!/bin/sh\necho "no such library" >&2\nexit 127\n')
      publish(shelf, broken, newer)
      await look()
      await fetch()
      await install()
      await showsText(/It ended with exit code 127\. It reported: “no such library”/)
      if (hashOf(current) !== before) throw new Error('Expected the AppImage to be unchanged')
      if (existsSync(`${current}.previous`)) throw new Error('Expected no copy of a previous version')
    })
    await step('the older version still shows its conversation', () => said(page))
    await step('a working version replaces the older one and starts', async () => {
      publish(shelf, good, newer)
      await showUpdates()
      await look()
      await fetch()
      await install()
      await page.waitForEvent('close', { timeout: patienceMs })
      ;({ page } = await attach(undefined, debuggingPort, patienceMs))
      await showUpdates()
      await page.getByRole('region', { name: 'Updates' }).getByText(newer).first().waitFor({ timeout: patienceMs })
      if (hashOf(current) !== hashOf(good)) throw new Error('Expected the AppImage to be the newer one')
      if (hashOf(`${current}.previous`) !== before) throw new Error('Expected a copy of the older AppImage next to it')
    })
    await step('the conversation is still there', () => said(page))
    console.log(`${passed.length} passed, 0 failed`)
  } catch (error) {
    say(`not ok  ${error instanceof Error ? error.message : error}`)
    console.log(`${passed.length} passed, 1 failed`)
    process.exitCode = 1
  } finally {
    server.close()
    server.closeAllConnections()
    await endAll(home)
    rmSync(work, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
  }
}

async function said(page) {
  await page
    .getByRole('button', { name: /^Keep this over the update\./ })
    .first()
    .click()
  await page.getByRole('article').filter({ hasText: 'Keep this over the update.' }).first().waitFor({ timeout: patienceMs })
}

function makeAppImage(version, address) {
  const words = ['--linux', 'AppImage', `-c.extraMetadata.version=${version}`, '-c.publish.provider=generic', `-c.publish.url=${address}`]
  const script = join(root, 'scripts/package.mjs')
  // Without this, the repository of a workflow would become the update source.
  const { GITHUB_REPOSITORY, UPDATE_SIGNING_KEY, ...others } = process.env
  const env = { ...others, UPDATE_PUBLIC_KEY: publicHalfOf(privateKey) }
  const { status } = spawnSync(process.execPath, [script, ...words], { cwd: root, stdio: ['ignore', 2, 2], env })
  if (status !== 0) throw new Error(`The AppImage of version ${version} could not be built`)
  const name = readdirSync(join(root, 'release')).find((name) => name.startsWith(`Headroom-${version}-`) && name.endsWith('.AppImage'))
  return join(root, 'release', name)
}

function publish(shelf, file, version, sign = signed) {
  const name = `Headroom-${version}.AppImage`
  copyFileSync(file, join(shelf, name))
  chmodSync(join(shelf, name), 0o644)
  const content = readFileSync(file)
  const sha512 = createHash('sha512').update(content).digest('base64')
  const feed = `version: ${version}\nfiles:\n  - url: ${name}\n    sha512: ${sha512}\n    size: ${content.length}\npath: ${name}\nsha512: ${sha512}\nreleaseDate: '2026-01-01T00:00:00.000Z'\n`
  writeFileSync(join(shelf, 'latest-linux.yml'), sign(feed))
}

function serve(shelf, { url }, response) {
  const name = new URL(url, 'http://server').pathname.slice(1)
  if (!readdirSync(shelf).includes(name)) return response.writeHead(404).end()
  const content = readFileSync(join(shelf, name))
  response.writeHead(200, { 'content-length': content.length }).end(content)
}

function hashOf(path) {
  return createHash('sha256').update(readFileSync(path)).digest('hex')
}

function filesBelow(folder) {
  return existsSync(folder) ? readdirSync(folder, { recursive: true }).map(String) : []
}

/** Without fusermount, only root can mount an AppImage. */
function hasFuse() {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const helper = ['fusermount3', 'fusermount'].some((name) => folders.some((folder) => existsSync(join(folder, name))))
  return existsSync('/dev/fuse') && (helper || process.getuid() === 0)
}

async function endAll(home) {
  const until = Date.now() + endMs
  for (let ids = processesIn(home); ids.length > 0; ids = processesIn(home)) {
    for (const id of ids)
      try {
        process.kill(id, Date.now() < until ? 'SIGTERM' : 'SIGKILL')
      } catch {
        // The process has already exited.
      }
    await delay(500)
  }
}

/** Every Chromium process has its profile folder on the command line. */
function processesIn(home) {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((id) => {
      try {
        return readFileSync(`/proc/${id}/cmdline`, 'utf8').includes(`--user-data-dir=${home}`)
      } catch {
        return false
      }
    })
    .map(Number)
}

async function freePort() {
  const server = createServer()
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address()
  await new Promise((resolve) => server.close(resolve))
  await delay(0)
  return port
}
