/**
 * `npm run package`: installers for this machine's platform, in release/. What follows `--` goes to electron-builder:
 * `npm run package -- --dir` makes only the folder that would be installed, `-- --linux deb` one kind of installer.
 *
 * Certificates come from electron-builder's own variables (CSC_LINK, WIN_CSC_LINK, APPLE_ID …); without them nothing is signed.
 * HEADROOM_ELECTRON_DIST names a folder with an unpacked Electron, for machines that cannot download one.
 */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { become, ensureBuilt, ensureDependencies, root, say, tool } from './checkout.mjs'

ensureDependencies()
ensureBuilt()
const started = Date.now()
const [node, electronBuilder] = tool('electron-builder')
const args = ['--publish', 'never', ...electronAtHand(), ...signatureOfNobody(), ...process.argv.slice(2)]
become(node, [electronBuilder, ...args]).on('exit', (code) => {
  if (code === 0) sayWhatWasMade()
})

function electronAtHand() {
  const folder = process.env.HEADROOM_ELECTRON_DIST
  if (!folder) return []
  const versionFile = join(folder, 'version')
  if (!existsSync(versionFile))
    throw new Error(`Expected HEADROOM_ELECTRON_DIST to name an unpacked Electron, got ${folder} (no "version" in it)`)
  const version = readFileSync(versionFile, 'utf8').trim().replace(/^v/, '')
  return [`-c.electronDist=${folder}`, `-c.electronVersion=${version}`]
}

/**
 * Apple silicon runs no program without a signature; one that names nobody is enough, and needs no certificate.
 * The hardened runtime then would not load llama.cpp's libraries, because nobody is not the same as nobody.
 */
function signatureOfNobody() {
  const { CSC_LINK, CSC_NAME, CSC_KEYCHAIN } = process.env
  if (process.platform !== 'darwin' || CSC_LINK || CSC_NAME || CSC_KEYCHAIN) return []
  return ['-c.mac.identity=-', '-c.mac.hardenedRuntime=false']
}

function sayWhatWasMade() {
  const folder = join(root, 'release')
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const stats = statSync(join(folder, entry.name))
    if (!entry.isFile() || stats.mtimeMs < started || /^builder-/.test(entry.name)) continue
    say(`release/${entry.name}  ${(stats.size / 2 ** 20).toFixed(0)} MiB`)
  }
}
