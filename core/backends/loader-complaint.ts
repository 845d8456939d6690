/** Node's `process.dlopen`, passed in because core has no Node. */

type Dlopen = (module: { exports: unknown }, path: string) => void

/**
 * For example `libcuda.so.1: cannot open shared object file: No such file or directory`; undefined if the library loaded. A name without a
 * folder is searched on the system's path.
 */
export function loaderComplaint(library: string, dlopen: Dlopen): string | undefined {
  try {
    dlopen({ exports: {} }, library)
    return undefined
  } catch (error) {
    const { message } = error as Error
    // It loaded, but is not an addon.
    return /did not self-register/.test(message) ? undefined : message
  }
}

/**
 * Visual C++ runtime that the Windows builds of SQLite and llama.cpp link to; Windows does not include it. Source: the import tables of
 * @libsql/win32-x64-msvc 0.5.29 and @node-llama-cpp/win-x64 3.21.1.
 */
const vcRuntime = ['VCRUNTIME140.dll', 'VCRUNTIME140_1.dll', 'MSVCP140.dll']

/** Empty on other systems. */
export const missingVcRuntime = (platform: string, dlopen: Dlopen): string[] =>
  platform === 'win32' ? vcRuntime.filter((library) => loaderComplaint(library, dlopen) !== undefined) : []
