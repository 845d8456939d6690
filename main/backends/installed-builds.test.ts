import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { installedBuild } from './installed-builds'

const modules = mkdtempSync(join(tmpdir(), 'headroom-builds-'))
afterAll(() => rmSync(modules, { recursive: true }))
const modelPath = '/pocket.gguf'
const resources = { modulesFolder: modules, embeddedModelPath: modelPath }
const linux = { platform: 'linux', arch: 'x64' } as const
const put = (...path: string[]) => {
  const folder = join(modules, '@node-llama-cpp', ...path.slice(0, -1))
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, path.at(-1) as string), '')
  return folder
}

it('installedBuild finds the folder of a build, and the fallback folder for older drivers', () => {
  expect(installedBuild(resources, 'cuda', linux)).toBe('not-installed')
  const folder = put('linux-x64-cuda', 'bins', 'linux-x64-cuda', 'llama-addon.node')
  expect(installedBuild(resources, 'cuda', linux)).toEqual({ backend: 'cuda', folder, fallbackFolder: null, modelPath })
  const fallbackFolder = put('linux-x64-cuda-ext', 'bins', 'linux-x64-cuda', 'fallback', 'libggml-cuda.so')
  expect(installedBuild(resources, 'cuda', linux)).toEqual({ backend: 'cuda', folder, fallbackFolder, modelPath })
})
it('installedBuild distinguishes a build for other systems from a missing build', () => {
  expect(installedBuild(resources, 'metal', linux)).toBe('not-on-this-system')
  expect(installedBuild(resources, 'vulkan', { platform: 'darwin', arch: 'arm64' })).toBe('not-on-this-system')
  expect(installedBuild(resources, 'metal', { platform: 'darwin', arch: 'arm64' })).toBe('not-installed')
})
