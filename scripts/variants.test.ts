import { spawnSync } from 'node:child_process'
import type { Stats } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { getNodeModuleFileMatcher } from 'app-builder-lib/out/fileMatcher.js'
import { getConfig, validateConfiguration } from 'app-builder-lib/out/util/config/config.js'
import { DebugLogger } from 'builder-util'
import { describe, expect, it } from 'vitest'
import { nativePackages } from './native-packages.mjs'
import { variantOf } from './variants.mjs'

const root = fileURLToPath(new URL('..', import.meta.url)).replace(/[\\/]$/, '')
const read = (file: string) => getConfig(root, file, { extraMetadata: { commit: '3001904' } })
const plain = await read('electron-builder.yml')
const cuda = await read('electron-builder.cuda.yml')

describe('the requested variant', () => {
  it('is plain by default, and keeps electron-builder’s arguments', () => {
    expect(variantOf(['--linux', 'deb'], 'darwin', 'arm64')).toEqual({ variant: undefined, words: ['--linux', 'deb'] })
  })
  it('can be CUDA on x64 machines with Linux or Windows', () => {
    for (const platform of ['linux', 'win32'])
      expect(variantOf(['--dir', '--cuda'], platform, 'x64')).toEqual({
        variant: 'cuda',
        words: ['--config', 'electron-builder.cuda.yml', '--dir'],
      })
  })
  it('is refused with an explanation if it is CUDA on any other machine', () => {
    for (const [platform, arch] of [
      ['darwin', 'arm64'],
      ['linux', 'arm64'],
      ['win32', 'arm64'],
    ] as const)
      expect(variantOf(['--cuda'], platform, arch)).toEqual({
        refusal: expect.stringMatching(new RegExp(`^The variant with CUDA is made on .*this is ${platform} on ${arch}\\. .*\\.$`)),
      })
  })
  it('is refused with exit code 2, before anything is installed or built, if this machine cannot make it', () => {
    const elsewhere = 'data:text/javascript,Object.defineProperty(process, "arch", { value: "arm64" })'
    const { status, stderr } = spawnSync(process.execPath, ['--import', elsewhere, join(root, 'scripts/package.mjs'), '--cuda', '--dir'], {
      encoding: 'utf8',
    })
    expect(stderr).toMatch(/^The variant with CUDA is made on .* on arm64\. Leave out --cuda\.\n$/)
    expect(status).toBe(2)
  })
})

function packs(configuration: object, os: string, arch: string, file: string): boolean {
  const expand = (pattern: string) => pattern.replace(/\$\{os\}/g, os).replace(/\$\{arch\}/g, arch)
  const packager = { config: configuration, debugLogger: new DebugLogger(false) }
  const filter = getNodeModuleFileMatcher(root, root, expand, {}, packager).createFilter()
  return filter(join(root, file), { isDirectory: () => false } as Stats)
}
const builds = (configuration: object, os: string, arch: string) =>
  ['', '-vulkan', '-cuda', '-cuda-ext'].filter((suffix) =>
    ['package.json', 'LICENSE', 'dist/index.js', 'bins/fallback/libggml-cuda.so', 'bins/ggml-cuda.dll'].every((file) =>
      packs(configuration, os, arch, `node_modules/@node-llama-cpp/${os}-${arch}${suffix}/${file}`),
    ),
  )

describe('the contents of a package', () => {
  it('include no CUDA file in the plain variant, and both CUDA builds in the CUDA variant', () => {
    for (const os of ['linux', 'win']) {
      expect(builds(plain, os, 'x64')).toEqual(['', '-vulkan'])
      expect(builds(cuda, os, 'x64')).toEqual(['', '-vulkan', '-cuda', '-cuda-ext'])
    }
  })
  it('include every native package of the variant', () => {
    for (const [platform, os] of [
      ['linux', 'linux'],
      ['win32', 'win'],
    ] as const)
      for (const [variant, configuration] of [
        [undefined, plain],
        ['cuda', cuda],
      ] as const)
        for (const name of nativePackages(platform, 'x64', variant) ?? [])
          expect(packs(configuration, os, 'x64', `node_modules/${name}/package.json`), name).toBe(true)
  })
  it('leave out the same files in both variants', () => {
    for (const file of [
      'ws/index.js',
      '@node-llama-cpp/linux-arm64/package.json',
      'node-llama-cpp/llama/gitRelease.bundle',
      'zod/index.d.ts',
    ])
      for (const configuration of [plain, cuda]) expect(packs(configuration, 'linux', 'x64', `node_modules/${file}`), file).toBe(false)
    expect(packs(cuda, 'linux', 'x64', 'node_modules/node-llama-cpp/dist/index.js')).toBe(true)
  })
})

describe('electron-builder.cuda.yml', () => {
  it('is a valid configuration of electron-builder', () => validateConfiguration(cuda, new DebugLogger(false)))
  it('gives every installer a different name from the plain variant’s', () => {
    const names = ({ artifactName, nsis, portable }: typeof plain) => [artifactName, nsis?.artifactName, portable?.artifactName]
    expect(names(cuda)).toEqual(names(plain).map((name) => name?.replace(/\$\{arch\}/, '$&-cuda')))
    expect(new Set([...names(cuda), ...names(plain)]).size).toBe(6)
  })
  it('keeps the app’s id, name and package name, so that one variant replaces the other', () => {
    for (const name of ['appId', 'productName', 'publish', 'electronFuses', 'deb', 'rpm', 'mac', 'win'] as const)
      expect(cuda[name], name).toEqual(plain[name])
    expect(cuda.linux?.executableName).toBe(plain.linux?.executableName)
  })
  it('names the variant in package.json and in the description', () => {
    expect(cuda.extraMetadata).toEqual({ commit: '3001904', variant: 'cuda' })
    expect(plain.extraMetadata).toEqual({ commit: '3001904' })
    expect(cuda.linux?.synopsis).toBe(`${plain.linux?.synopsis} (with CUDA)`)
    expect(cuda.linux?.description).toMatch(/CUDA builds.*NVIDIA/)
    expect(cuda.linux?.description?.startsWith(plain.linux?.description ?? '-')).toBe(true)
  })
})
