/**
 * electron-builder calls this for every package. npm installs native packages only for the current machine, so a package for another
 * machine lacks its engine.
 */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { buildStamp } from './build-stamp.mjs'
import { writeLegalFiles } from './legal-files.mjs'
import { nativePackages } from './native-packages.mjs'
import { addRuntime, findRuntime, runtimeProblem, runtimeVersion } from './vc-runtime.mjs'

/** Source: `Arch` in builder-util. */
const archNames = ['ia32', 'x64', 'armv7l', 'arm64', 'universal']

export default function afterPack({ appOutDir, arch, electronPlatformName, packager }) {
  const resources = packager.getResourcesDir(appOutDir)
  const variant = packager.config.extraMetadata?.variant
  const unpacked = join(resources, 'app.asar.unpacked')
  refuse(packageProblem(unpacked, electronPlatformName, archNames[arch], variant))
  const isForWindows = electronPlatformName === 'win32'
  if (isForWindows) {
    addRuntime(unpacked, findRuntime(process.env))
    refuse(runtimeProblem(unpacked))
  }
  const electron = packager.config.electronVersion ?? packager.info.framework.version
  const vcRuntime = isForWindows ? runtimeVersion(unpacked) : undefined
  writeLegalFiles(resources, { electron, version: packager.appInfo.version, stamp: buildStamp(), variant, vcRuntime })
}

function refuse(problem) {
  if (problem) throw new Error(problem)
}

export function packageProblem(unpacked, platform, arch, variant) {
  const expected = nativePackages(platform, arch, variant)
  const what = variant ? `Headroom with ${variant.toUpperCase()}` : 'Headroom'
  if (!expected) return `${what} cannot be packaged for ${platform}-${arch}: some native packages do not exist for it`
  const found = ['@node-llama-cpp', '@libsql'].flatMap((scope) => namesIn(join(unpacked, 'node_modules'), scope))
  const missing = expected.filter((name) => !found.includes(name))
  if (missing.length > 0)
    return `The package for ${platform}-${arch} lacks ${missing.join(' and ')}: build it on a machine of that kind, where npm installs them`
  const extra = found.filter((name) => !expected.includes(name))
  if (extra.length > 0) return `The package for ${platform}-${arch} contains ${extra.join(' and ')}, which it does not need`
  const model = join(unpacked, 'native-models/pocket/pocket-f16.gguf')
  if (!existsSync(model)) return `The package for ${platform}-${arch} lacks the embedded model: expected ${model}`
  return undefined
}

const namesIn = (folder, scope) =>
  existsSync(join(folder, scope)) ? readdirSync(join(folder, scope)).map((name) => `${scope}/${name}`) : []
