import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { packageProblem } from './after-pack.mjs'
import { nativePackages } from './native-packages.mjs'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'headroom-pack-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function put(...paths: string[]): void {
  for (const path of paths) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), '')
  }
}
const native = (name: string) => `node_modules/${name}/bins/it.node`
const model = 'native-models/pocket/pocket-f16.gguf'

describe('a package', () => {
  it('is complete if it contains its native packages and the model', () => {
    put(native('@node-llama-cpp/mac-arm64-metal'), native('@libsql/darwin-arm64'), model)
    expect(packageProblem(folder, 'darwin', 'arm64')).toBeUndefined()
  })
  it('is refused if it is built on a different kind of machine, where npm did not install its engine', () => {
    put(native('@node-llama-cpp/mac-arm64-metal'), native('@libsql/darwin-arm64'), model)
    expect(packageProblem(folder, 'darwin', 'x64')).toBe(
      'The package for darwin-x64 lacks @node-llama-cpp/mac-x64 and @libsql/darwin-x64: build it on a machine of that kind, where npm installs them',
    )
  })
  it('with CUDA must have both CUDA builds', () => {
    put(...(nativePackages('linux', 'x64') ?? []).map(native), native('@node-llama-cpp/linux-x64-cuda'), model)
    expect(packageProblem(folder, 'linux', 'x64', 'cuda')).toContain('lacks @node-llama-cpp/linux-x64-cuda-ext:')
    put(native('@node-llama-cpp/linux-x64-cuda-ext'))
    expect(packageProblem(folder, 'linux', 'x64', 'cuda')).toBeUndefined()
  })
  it('with CUDA is refused for a platform without a CUDA build of llama.cpp', () => {
    expect(packageProblem(folder, 'linux', 'arm64', 'cuda')).toMatch(/^Headroom with CUDA cannot be packaged for linux-arm64:/)
    expect(packageProblem(folder, 'darwin', 'arm64', 'cuda')).toContain('with CUDA cannot be packaged')
  })
  it('without CUDA is refused if it contains a CUDA build', () => {
    put(
      ...['@node-llama-cpp/win-x64', '@node-llama-cpp/win-x64-vulkan', '@node-llama-cpp/win-x64-cuda', '@libsql/win32-x64-msvc'].map(
        native,
      ),
    )
    put(model)
    expect(packageProblem(folder, 'win32', 'x64')).toContain('contains @node-llama-cpp/win-x64-cuda')
  })
  it('is refused without the embedded model', () => {
    put(...(nativePackages('linux', 'x64') ?? []).map(native))
    expect(packageProblem(folder, 'linux', 'x64')).toContain('lacks the embedded model')
  })
  it('is refused for a platform without an SQLite binding', () => {
    expect(packageProblem(folder, 'win32', 'arm64')).toContain('cannot be packaged for win32-arm64')
  })
})

describe('the native packages of every platform', () => {
  it('are in the lock file', async () => {
    const { packages } = (await import('../package-lock.json')) as { packages: Record<string, unknown> }
    for (const [platform, arch, variant] of [
      ['linux', 'x64'],
      ['linux', 'x64', 'cuda'],
      ['linux', 'arm64'],
      ['darwin', 'x64'],
      ['darwin', 'arm64'],
      ['win32', 'x64'],
      ['win32', 'x64', 'cuda'],
    ])
      for (const name of nativePackages(platform, arch, variant) ?? []) expect(packages).toHaveProperty([`node_modules/${name}`])
  })
})
