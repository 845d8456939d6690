/** libsql needs the Visual C++ runtime on Windows, and a static import that fails could not be reported. */
import { createRequire } from 'node:module'
import type Libsql from 'libsql'
import { missingVcRuntime } from '../../../core/backends/loader-complaint'
import { coded } from '../../../core/contract/errors/coded-error'

const require = createRequire(import.meta.url)

/** Throws `vc-runtime-missing`. */
export function openLibsql(path: string, options?: Libsql.Options): Libsql.Database {
  return new (load())(path, options)
}

function load(): typeof Libsql {
  try {
    return require('libsql') as typeof Libsql
  } catch (error) {
    const libraries = missingVcRuntime(process.platform, process.dlopen)
    throw libraries.length > 0 ? coded('vc-runtime-missing', { libraries }) : error
  }
}
