/** What the system's loader says of a native library. `dlopen` is Node's `process.dlopen`, which core does not know. */

type Dlopen = (module: { exports: unknown }, path: string) => void

/**
 * undefined if the loader loaded it, else its message, e.g. `libcuda.so.1: cannot open shared object file: No such file or directory`.
 * A name without a folder is searched for as the system does it.
 */
export function loaderComplaint(library: string, dlopen: Dlopen): string | undefined {
  try {
    dlopen({ exports: {} }, library)
    return undefined
  } catch (error) {
    const { message } = error as Error
    // Loaded, and then Node missed the registration of an addon.
    return /did not self-register/.test(message) ? undefined : message
  }
}

/**
 * Microsoft's Visual C++ runtime: what SQLite's and llama.cpp's builds for Windows are linked with. Windows itself does not have it; many
 * programs install it. Source: the import tables of @libsql/win32-x64-msvc 0.5.29 and @node-llama-cpp/win-x64 3.21.1.
 */
const vcRuntime = ['VCRUNTIME140.dll', 'VCRUNTIME140_1.dll', 'MSVCP140.dll']

/** The files of that runtime that Windows does not find. Empty on other systems. */
export const missingVcRuntime = (platform: string, dlopen: Dlopen): string[] =>
  platform === 'win32' ? vcRuntime.filter((library) => loaderComplaint(library, dlopen) !== undefined) : []
