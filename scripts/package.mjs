/**
 * `npm run package`, see docs/packaging.md. `--cuda` makes the CUDA variant; on a platform without one, the exit code is 2. Other arguments
 * go to electron-builder: `--dir` makes only the app's folder. The package accepts only updates whose signature matches UPDATE_PUBLIC_KEY,
 * or else the public half of UPDATE_SIGNING_KEY.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { buildStamp } from './build-stamp.mjs'
import { ensureBuilt, ensureDependencies, root, say, tool } from './checkout.mjs'
import { publisherOf, publisherOptions } from './publisher.mjs'
import { updateKeyOf } from './update-signature.mjs'
import { variantOf } from './variants.mjs'

const { variant, words, refusal } = variantOf(process.argv.slice(2), process.platform, process.arch)
if (refusal) {
  say(refusal)
  process.exit(2)
}
const updateKey = updateKeyOf(process.env)
delete process.env.UPDATE_SIGNING_KEY
ensureDependencies()
ensureBuilt()
const started = Date.now()
const [node, electronBuilder] = tool('electron-builder')
const { commit, epoch } = buildStamp()
const args = [
  ...['--publish', 'never'],
  `-c.extraMetadata.commit=${commit}`,
  ...(updateKey ? [`-c.extraMetadata.updateKey=${updateKey}`] : []),
  ...publisherOptions(publisherOf(process.env), variant),
  ...localElectron(),
  ...adHocSignature(),
  ...words,
]
const env = { ...process.env, SOURCE_DATE_EPOCH: String(epoch), ...toolsOfThisSystem() }
const { status } = spawnSync(node, [electronBuilder, ...args], { cwd: root, stdio: 'inherit', env })
if (status === 0) listInstallers()
process.exitCode = status ?? 1

/** Without these variables, electron-builder would download the tools. */
function toolsOfThisSystem() {
  if (process.platform !== 'linux') return {}
  const folders = (process.env.PATH ?? '').split(delimiter)
  const [sevenZip] = ['7za', '7zz', '7z'].flatMap((name) => folders.map((folder) => join(folder, name))).filter(existsSync)
  return {
    CUSTOM_FPM_PATH: join(root, 'scripts/linux-package.mjs'),
    ...(sevenZip ? { ELECTRON_BUILDER_7ZIP_PATH: sevenZip } : {}),
  }
}

function localElectron() {
  const folder = process.env.HEADROOM_ELECTRON_DIST
  if (!folder) return []
  const versionFile = join(folder, 'version')
  if (!existsSync(versionFile))
    throw new Error(`Expected HEADROOM_ELECTRON_DIST to name an unpacked Electron, got ${folder} (no "version" in it)`)
  const version = readFileSync(versionFile, 'utf8').trim().replace(/^v/, '')
  return [`-c.electronDist=${folder}`, `-c.electronVersion=${version}`]
}

/**
 * An ad-hoc signature, because Apple silicon runs no unsigned program. With that signature, the hardened runtime would refuse llama.cpp's
 * libraries.
 */
function adHocSignature() {
  const { CSC_LINK, CSC_NAME, CSC_KEYCHAIN } = process.env
  if (process.platform !== 'darwin' || CSC_LINK || CSC_NAME || CSC_KEYCHAIN) return []
  return ['-c.mac.identity=-', '-c.mac.hardenedRuntime=false']
}

function listInstallers() {
  const folder = join(root, 'release')
  const made = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && /^Headroom-/.test(entry.name) && !/\.blockmap$/.test(entry.name))
    .filter(({ name }) => statSync(join(folder, name)).mtimeMs >= started)
    .map(({ name }) => name)
    .sort()
  const sums = made.map((name) => {
    const content = readFileSync(join(folder, name))
    say(`release/${name}  ${(content.length / 2 ** 20).toFixed(0)} MiB`)
    return `${createHash('sha256').update(content).digest('hex')}  ${name}\n`
  })
  if (made.length > 0) writeFileSync(join(folder, 'SHA256SUMS'), sums.join(''))
}
