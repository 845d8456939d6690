/**
 * Adds Microsoft's Visual C++ runtime to Windows packages. SQLite and llama.cpp need it, and Windows does not include it. Each folder with
 * a native module gets the files, because Windows searches that folder first. Visual Studio's license allows their distribution with a
 * program ("Distributable Code", the REDIST list).
 */
import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { filesBelow } from './files-below.mjs'

const runtimeName = /(?:vcruntime|msvcp|concrt|vcomp|vccorlib)\w*\.dll/gi

/** Returns, for each native module, the runtime libraries that its package needs, with names in lowercase. */
export function runtimeNeeds(unpacked) {
  const modules = join(unpacked, 'node_modules')
  const native = filesBelow(modules).filter((path) => /\.(node|dll)$/.test(path))
  return native
    .filter((path) => path.endsWith('.node'))
    .map((path) => {
      const [, packageFolder] = /^((?:@[^/]+\/)?[^/]+)\//.exec(path)
      const imported = native.filter((other) => other.startsWith(`${packageFolder}/`)).flatMap((other) => namedIn(join(modules, other)))
      return { folder: join(modules, dirname(path)), libraries: [...new Set(imported)].sort() }
    })
}

const namedIn = (file) => (readFileSync(file, 'latin1').match(runtimeName) ?? []).map((name) => name.toLowerCase())

/** Throws if `redist` lacks a file. */
export function addRuntime(unpacked, redist) {
  const available = new Map(readdirSync(redist).map((name) => [name.toLowerCase(), name]))
  for (const { folder, libraries } of runtimeNeeds(unpacked))
    for (const library of libraries) {
      const name = available.get(library)
      if (!name) throw new Error(`Expected ${library} in ${redist}, with the other files of the Visual C++ runtime`)
      copyFileSync(join(redist, name), join(folder, library))
    }
}

export function runtimeVersion(unpacked) {
  const [need] = runtimeNeeds(unpacked).filter(({ libraries }) => libraries.length > 0)
  return need && fileVersion(join(need.folder, need.libraries[0])).join('.')
}

export function runtimeProblem(unpacked) {
  for (const { folder, libraries } of runtimeNeeds(unpacked)) {
    const missing = libraries.filter((library) => !existsSync(join(folder, library)))
    if (missing.length > 0) return `${folder} lacks ${missing.join(' and ')} of the Visual C++ runtime, which its modules need`
    const needed = newest(
      readdirSync(folder)
        .filter((name) => name.endsWith('.node'))
        .map((name) => linkerVersion(join(folder, name))),
    )
    const older = libraries.find((library) => compare(fileVersion(join(folder, library)), needed) < 0)
    // Code from a newer linker crashes with an older runtime, for example when it first locks a mutex.
    if (older)
      return `${join(folder, older)} is version ${fileVersion(join(folder, older)).join('.')}, and the module next to it was linked with ${needed.join('.')}: use the files of a newer Visual Studio`
  }
  return undefined
}

/**
 * Returns HEADROOM_VC_REDIST, or else the newest folder of a Visual Studio. `find` returns the paths that match a pattern, as vswhere does.
 */
export function findRuntime(environment, find = askVswhere) {
  const named = environment.HEADROOM_VC_REDIST
  if (named) {
    if (existsSync(named)) return named
    throw new Error(`HEADROOM_VC_REDIST names ${named}, which does not exist`)
  }
  const found = find(environment, 'VC\\Redist\\MSVC\\**\\x64\\Microsoft.VC*.CRT\\msvcp140.dll').filter(
    (path) => !/debug_nonredist/i.test(path),
  )
  const [best] = found.sort((left, right) => compare(fileVersion(right), fileVersion(left)))
  if (best) return dirname(best)
  throw new Error(
    'A package for Windows includes the Visual C++ runtime, but this machine has no Visual Studio to copy it from. Install the Build Tools ' +
      'for Visual Studio with "Desktop development with C++", or name a folder with vcruntime140.dll, vcruntime140_1.dll and msvcp140.dll in HEADROOM_VC_REDIST.',
  )
}

function askVswhere(environment, pattern) {
  const program = join(environment['ProgramFiles(x86)'] ?? 'C:\\Program Files (x86)', 'Microsoft Visual Studio', 'Installer', 'vswhere.exe')
  const { stdout, status } = spawnSync(program, ['-products', '*', '-utf8', '-find', pattern], { encoding: 'utf8' })
  return status === 0 ? stdout.split(/\r?\n/).filter(Boolean) : []
}

/** Returns [major, minor]. Source: "Optional Header Standard Fields" in Microsoft's PE format. */
function linkerVersion(file) {
  const bytes = readFileSync(file)
  const optionalHeader = bytes.readUInt32LE(0x3c) + 24
  return [bytes[optionalHeader + 2], bytes[optionalHeader + 3]]
}

/** Returns [major, minor]. Source: VS_FIXEDFILEINFO in Microsoft's documentation of Windows. */
export function fileVersion(file) {
  const bytes = readFileSync(file)
  const at = bytes.indexOf(Buffer.from('bd04effe00000100', 'hex'))
  return at < 0 ? [0, 0] : [bytes.readUInt16LE(at + 10), bytes.readUInt16LE(at + 8)]
}

const compare = (left, right) => left[0] - right[0] || left[1] - right[1]
const newest = (versions) => versions.sort(compare).at(-1)
