import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { absentCommands, attempt } from '../../llama-bench/tool-source'
import { workFolder } from '../../paths'

export interface BuildTools {
  readonly cmake: string
  readonly generator: readonly string[]
}

const versions = { cmake: '4.2.3', ninja: '1.13.2' } as const
const folder = join(workFolder, `cmake-${versions.cmake}`)

const has = (command: string): boolean => absentCommands([command]).length === 0

export const hasOwnTools = (): boolean => has('cmake') && (has('make') || has('ninja'))

/** CMake with make or Ninja of this machine; otherwise CMake and Ninja from Python's package index. */
export function buildTools(log: string): BuildTools | { readonly missing: string } {
  if (hasOwnTools()) return { cmake: 'cmake', generator: has('make') ? [] : ['-G', 'Ninja'] }
  const file = (name: string) => join(folder, 'bin', name)
  if (!existsSync(file('cmake')) || !existsSync(file('ninja'))) {
    mkdirSync(workFolder, { recursive: true })
    const packages = Object.entries(versions).map(([name, version]) => `${name}==${version}`)
    const failure =
      attempt('python3', ['-m', 'venv', folder], log) ??
      attempt(file('python'), ['-m', 'pip', '--disable-pip-version-check', 'install', '--quiet', ...packages], log)
    if (failure) return { missing: `CMake is not on this machine, and could not be installed: ${failure}` }
  }
  return { cmake: file('cmake'), generator: ['-G', 'Ninja', `-DCMAKE_MAKE_PROGRAM=${file('ninja')}`] }
}
