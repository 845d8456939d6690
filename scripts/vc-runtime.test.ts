import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { otherParts } from './legal-files.mjs'
import { noticesOf } from './notices.mjs'
import { addRuntime, findRuntime, runtimeNeeds, runtimeProblem, runtimeVersion } from './vc-runtime.mjs'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'headroom-runtime-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function put(path: string, content: Buffer): string {
  const file = join(folder, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, content)
  return file
}
function module(linker: readonly [number, number], ...imports: string[]): Buffer {
  const bytes = Buffer.alloc(128)
  bytes.write('MZ')
  bytes.writeUInt32LE(64, 0x3c)
  bytes.set(linker, 64 + 24 + 2)
  return Buffer.concat([bytes, ...imports.map((name) => Buffer.from(`\0${name}\0`))])
}
function library(major: number, minor: number): Buffer {
  const bytes = Buffer.alloc(64)
  bytes.write('bd04effe00000100', 8, 'hex')
  bytes.writeUInt16LE(minor, 16)
  bytes.writeUInt16LE(major, 18)
  return bytes
}
function redist(major = 14, minor = 44): string {
  for (const name of ['vcruntime140.dll', 'VCRUNTIME140_1.dll', 'msvcp140.dll']) put(`redist/${name}`, library(major, minor))
  return join(folder, 'redist')
}
const unpacked = () => join(folder, 'app')
function aPackage(): void {
  put('app/node_modules/@libsql/win32-x64-msvc/index.node', module([14, 44], 'VCRUNTIME140.dll', 'KERNEL32.dll'))
  put('app/node_modules/@node-llama-cpp/win-x64/bins/win-x64/llama-addon.node', module([14, 0], 'llama.dll', 'MSVCP140.dll'))
  put('app/node_modules/@node-llama-cpp/win-x64/bins/win-x64/llama.dll', module([14, 0], 'VCRUNTIME140.dll', 'VCRUNTIME140_1.dll'))
}
const sqlite = 'app/node_modules/@libsql/win32-x64-msvc'
const llama = 'app/node_modules/@node-llama-cpp/win-x64/bins/win-x64'

describe('a package for Windows', () => {
  it('needs the imported libraries in each folder with a native module', () => {
    aPackage()
    expect(runtimeNeeds(unpacked())).toEqual([
      { folder: join(folder, sqlite), libraries: ['vcruntime140.dll'] },
      { folder: join(folder, llama), libraries: ['msvcp140.dll', 'vcruntime140.dll', 'vcruntime140_1.dll'] },
    ])
  })
  it('is incomplete until exact copies of the runtime’s files are next to the modules', () => {
    aPackage()
    expect(runtimeProblem(unpacked())).toMatch(/win32-x64-msvc lacks vcruntime140\.dll of the Visual C\+\+ runtime/)
    addRuntime(unpacked(), redist())
    expect(runtimeProblem(unpacked())).toBeUndefined()
    expect(readFileSync(join(folder, llama, 'msvcp140.dll'))).toEqual(library(14, 44))
    expect(runtimeVersion(unpacked())).toBe('14.44')
    rmSync(join(folder, llama, 'vcruntime140_1.dll'))
    expect(runtimeProblem(unpacked())).toMatch(/win-x64 lacks vcruntime140_1\.dll/)
  })
  it('is refused if the runtime is older than the linker of a module', () => {
    aPackage()
    addRuntime(unpacked(), redist(14, 29))
    expect(runtimeProblem(unpacked())).toMatch(/vcruntime140\.dll is version 14\.29, and the module next to it was linked with 14\.44/)
  })
  it('cannot be made from a folder that lacks one of the files', () => {
    aPackage()
    const incomplete = redist()
    rmSync(join(incomplete, 'msvcp140.dll'))
    expect(() => addRuntime(unpacked(), incomplete)).toThrow('Expected msvcp140.dll in')
  })
  it('includes the license terms of the runtime', () => {
    const notices = noticesOf(otherParts('45.4.1', undefined, '14.44'))
    expect(notices).toContain('visual-cpp-runtime 14.44 (LicenseRef-Microsoft-Visual-Studio-Distributable-Code)')
    expect(notices).toContain('may not distribute them on their own')
    expect(noticesOf(otherParts('45.4.1'))).not.toContain('visual-cpp-runtime')
  })
})

describe('the Visual C++ runtime', () => {
  it('is copied from the newest Visual Studio, and never from its debugging files', () => {
    const [older, newer] = ['14.29.30133', '14.44.35112'].map((version) =>
      put(`vs/VC/Redist/MSVC/${version}/x64/Microsoft.VC143.CRT/msvcp140.dll`, library(14, Number(version.slice(3, 5)))),
    ) as [string, string]
    const debug = put('vs/VC/Redist/MSVC/14.50.1/debug_nonredist/x64/Microsoft.VC143.CRT/msvcp140.dll', library(14, 50))
    expect(findRuntime({}, () => [older, debug, newer])).toBe(dirname(newer))
  })
  it('is copied from the folder in HEADROOM_VC_REDIST', () => {
    expect(findRuntime({ HEADROOM_VC_REDIST: folder }, () => [])).toBe(folder)
    expect(() => findRuntime({ HEADROOM_VC_REDIST: join(folder, 'nowhere') }, () => [])).toThrow('which does not exist')
  })
  it('cannot be found without Visual Studio, and a message says what to install', () => {
    expect(() => findRuntime({}, () => [])).toThrow(
      /no Visual Studio to copy it from\. Install the Build Tools .* or name a folder .* in HEADROOM_VC_REDIST\.$/,
    )
  })
})
