/**
 * Electron's malloc on Linux ends the process if one allocation has 2 GiB or more, and every library in the process gets it, so a large
 * cache would end the engine. With RTLD_DEEPBIND, the libraries of llama.cpp get the malloc of the C library.
 *
 * Only for llama.cpp's CPU build: drivers of GPUs load libraries of their own, which would share memory between both kinds of malloc.
 *
 * Source: `MaxDirectMapped` in Chromium, base/allocator/partition_allocator/src/partition_alloc/partition_alloc_constants.h.
 */
import { readdirSync } from 'node:fs'
import os from 'node:os'
import { basename, dirname, join } from 'node:path'

/** From dlfcn.h. Node closes a library that is not an addon, but this flag keeps it loaded for llama.cpp, which opens it again. */
const keepLoaded = 0x1000

export function useSystemMalloc(): void {
  if (process.platform !== 'linux' || !process.versions.electron) return
  const { RTLD_NOW, RTLD_DEEPBIND } = os.constants.dlopen
  const load = process.dlopen
  process.dlopen = (module: object, path: string, ...flags: number[]) => {
    const libraries = basename(path) === 'llama-addon.node' ? cpuLibraries(dirname(path)) : []
    if (libraries.length === 0) return Reflect.apply(load, process, [module, path, ...flags])
    Reflect.apply(load, process, [module, path, RTLD_NOW | RTLD_DEEPBIND])
    for (const library of libraries)
      try {
        Reflect.apply(load, process, [{ exports: {} }, library, RTLD_NOW | RTLD_DEEPBIND | keepLoaded])
      } catch {
        // Node always throws here, because the library is not an addon. If the library could not be loaded at all, llama.cpp reports that.
      }
  }
}

/** An empty list for a GPU build. */
function cpuLibraries(folder: string): string[] {
  const names = readdirSync(folder).filter((name) => /^libggml-(?!base\.).*\.so$/.test(name))
  return names.every((name) => name.startsWith('libggml-cpu')) ? names.map((name) => join(folder, name)) : []
}
