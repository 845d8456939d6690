import { spawnSync } from 'node:child_process'
import { closeSync, existsSync, mkdirSync, mkdtempSync, openSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { root, workFolder } from '../paths'
import { say } from '../say'

export type ToolName = 'llama-bench' | 'llama-perplexity' | 'llama-batched-bench'
export interface ToolFile {
  readonly path: string
  readonly cwd?: string
}
export type Tool = ToolFile | { readonly missing: string }

const lastLines = 15

export interface Recipe {
  readonly file: string
  readonly needs: readonly string[]
  make(source: string, log: string): ToolFile | { readonly missing: string }
}

export function builtOnce({ file, needs, make }: Recipe): Tool {
  const path = join(workFolder, file)
  if (existsSync(path)) return { path }
  const absent = absentCommands(needs)
  if (absent.length > 0) return { missing: `building ${file} needs ${absent.join(' and ')}, not found on this machine` }
  say(`Building ${file} (once)…`)
  mkdirSync(workFolder, { recursive: true })
  const source = mkdtempSync(join(workFolder, 'llama.cpp-'))
  const log = join(workFolder, `${file}.log`)
  try {
    const failure = fetchSource(source, log)
    if (failure) return { missing: failure }
    const made = make(source, log)
    if ('missing' in made) return made
    renameSync(made.path, path)
    return { path }
  } finally {
    rmSync(source, { recursive: true, force: true })
  }
}

export const absentCommands = (needs: readonly string[]): string[] => needs.filter((command) => spawnSync(command, ['--version']).error)

/** Clones llama.cpp's source into a new folder. Returns the reason if that fails. */
export function fetchSource(source: string, log: string): string | undefined {
  const bundle = join(root, 'node_modules/node-llama-cpp/llama/gitRelease.bundle')
  if (!existsSync(bundle)) return 'node-llama-cpp came without its source bundle (llama/gitRelease.bundle)'
  return attempt('git', ['clone', '--quiet', bundle, source], log, 'w')
}

/** Returns the reason if the command fails. */
export function attempt(command: string, args: readonly string[], log: string, flags: 'w' | 'a' = 'a'): string | undefined {
  const output = openSync(log, flags)
  const { status } = spawnSync(command, args, { stdio: ['ignore', output, output] })
  closeSync(output)
  if (status === 0) return undefined
  say(readFileSync(log, 'utf8').trimEnd().split('\n').slice(-lastLines).join('\n'))
  return `${command} failed; see ${log}`
}
