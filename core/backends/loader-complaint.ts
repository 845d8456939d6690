type Dlopen = (module: { exports: unknown }, path: string) => void

/** Returns undefined if the library loads. */
export function loaderComplaint(library: string, dlopen: Dlopen): string | undefined {
  try {
    dlopen({ exports: {} }, library)
    return undefined
  } catch (error) {
    const { message } = error as Error
    // The library loaded, but it is not a Node addon.
    return /did not self-register/.test(message) ? undefined : message
  }
}

/**
 * SQLite and llama.cpp need these files, which Windows does not include. Source: the import tables of @libsql/win32-x64-msvc 0.5.29 and
 * @node-llama-cpp/win-x64 3.21.1.
 */
const vcRuntime = ['VCRUNTIME140.dll', 'VCRUNTIME140_1.dll', 'MSVCP140.dll']

export const missingVcRuntime = (platform: string, dlopen: Dlopen): string[] =>
  platform === 'win32' ? vcRuntime.filter((library) => loaderComplaint(library, dlopen) !== undefined) : []
