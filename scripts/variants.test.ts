import { spawnSync } from 'node:child_process'
import type { Stats } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
// Internal functions of electron-builder: how it merges configurations and picks files of npm packages.
import { getNodeModuleFileMatcher } from 'app-builder-lib/out/fileMatcher.js'
import { getConfig, validateConfiguration } from 'app-builder-lib/out/util/config/config.js'
import { DebugLogger } from 'builder-util'
import { describe, expect, it } from 'vitest'
import { nativePackages } from './native-packages.mjs'
import { variantOf } from './variants.mjs'

const root = fileURLToPath(new URL('..', import.meta.url)).replace(/[\\/]$/, '')
// package.mjs passes the stamp on the command line.
const read = (file: string) => getConfig(root, file, { extraMetadata: { commit: '3001904' } })
const plain = await read('electron-builder.yml')
const cuda = await read('electron-builder.cuda.yml')

describe('the variant that is asked for', () => {
  it('is the plain one, and the words are electron-builder’s', () => {
    expect(variantOf(['--linux', 'deb'], 'darwin', 'arm64')).toEqual({ variant: undefined, words: ['--linux', 'deb'] })
  })
  it('is the one with CUDA on Linux and Windows with x64', () => {
    for (const platform of ['linux', 'win32'])
      expect(variantOf(['--dir', '--cuda'], platform, 'x64')).toEqual({
        variant: 'cuda',
        words: ['--config', 'electron-builder.cuda.yml', '--dir'],
      })
  })
  it('is refused with CUDA elsewhere, in a sentence', () => {
    for (const [platform, arch] of [
      ['darwin', 'arm64'],
      ['linux', 'arm64'],
      ['win32', 'arm64'],
    ] as const)
      expect(variantOf(['--cuda'], platform, arch)).toEqual({
        refusal: expect.stringMatching(new RegExp(`^The variant with CUDA is made on .*this is ${platform} on ${arch}\\. .*\\.$`)),
      })
  })
  it('is refused before anything is installed or built, with 2', () => {
    const elsewhere = 'data:text/javascript,Object.defineProperty(process, "arch", { value: "arm64" })'
    const { status, stderr } = spawnSync(process.execPath, ['--import', elsewhere, join(root, 'scripts/package.mjs'), '--cuda', '--dir'], {
      encoding: 'utf8',
    })
    expect(stderr).toMatch(/^The variant with CUDA is made on .* on arm64\. Leave out --cuda\.\n$/)
    expect(status).toBe(2)
  })
})

/** Whether a file of an npm package is packed. `os`: in electron-builder's terms. */
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

describe('what is packed', () => {
  it('has no file of CUDA in the plain variant, and all of both builds in the other', () => {
    for (const os of ['linux', 'win']) {
      expect(builds(plain, os, 'x64')).toEqual(['', '-vulkan'])
      expect(builds(cuda, os, 'x64')).toEqual(['', '-vulkan', '-cuda', '-cuda-ext'])
    }
  })
  it('is what has to be in it', () => {
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
  it('is otherwise the same: nothing that the plain variant leaves out comes in', () => {
    for (const file of [
      'ws/index.js',
      '@node-llama-cpp/linux-arm64/package.json',
      'node-llama-cpp/llama/gitRelease.bundle',
      'zod/index.d.ts',
    ])
      expect(packs(cuda, 'linux', 'x64', `node_modules/${file}`), file).toBe(false)
    expect(packs(cuda, 'linux', 'x64', 'node_modules/node-llama-cpp/dist/index.js')).toBe(true)
  })
})

describe('electron-builder.cuda.yml', () => {
  it('is one that electron-builder understands', () => validateConfiguration(cuda, new DebugLogger(false)))
  it('names every installer otherwise than the plain variant does', () => {
    const names = ({ artifactName, nsis, portable }: typeof plain) => [artifactName, nsis?.artifactName, portable?.artifactName]
    expect(names(cuda)).toEqual(names(plain).map((name) => name?.replace(/\$\{arch\}/, '$&-cuda')))
    expect(new Set([...names(cuda), ...names(plain)]).size).toBe(6)
  })
  it('leaves id, name and package as they are: one variant takes the place of the other', () => {
    for (const name of ['appId', 'productName', 'publish', 'electronFuses', 'deb', 'rpm', 'mac', 'win'] as const)
      expect(cuda[name], name).toEqual(plain[name])
    expect(cuda.linux?.executableName).toBe(plain.linux?.executableName)
  })
  it('says in package.json and in the description what it is', () => {
    expect(cuda.extraMetadata).toEqual({ commit: '3001904', variant: 'cuda' })
    expect(plain.extraMetadata).toEqual({ commit: '3001904' })
    expect(cuda.linux?.synopsis).toBe(`${plain.linux?.synopsis} (with CUDA)`)
    expect(cuda.linux?.description).toMatch(/CUDA builds.*NVIDIA/)
    expect(cuda.linux?.description?.startsWith(plain.linux?.description ?? '-')).toBe(true)
  })
})
