/**
 * llama-bench and llama-perplexity from the very source that the engine's llama.cpp was built from: node-llama-cpp ships it as a
 * git bundle. Each is built once per release, into the work folder; a few minutes on two cores.
 *
 * It is built the way a user of llama.cpp would: for this processor, with OpenMP where the compiler has it.
 * node-llama-cpp's own binaries have one file per kind of processor and no OpenMP.
 */
import { spawnSync } from 'node:child_process'
import { closeSync, existsSync, mkdirSync, mkdtempSync, openSync, readFileSync, renameSync, rmSync } from 'node:fs'
import os from 'node:os'
import { join } from 'node:path'
import { llamaCppRelease } from '../machine'
import { root, workFolder } from '../places'
import { say } from '../say'

export type Tool = { readonly path: string } | { readonly missing: string }
export type ToolName = 'llama-bench' | 'llama-perplexity'

/** Parts of llama.cpp that they do not need. Linked statically, each is one file that outlives its source. */
const off = ['LLAMA_CURL', 'LLAMA_BUILD_SERVER', 'LLAMA_BUILD_EXAMPLES', 'LLAMA_BUILD_TESTS', 'LLAMA_BUILD_UI', 'BUILD_SHARED_LIBS']
/** Lines of a failed command that say why. */
const lastLines = 15
const executable = process.platform === 'win32' ? '.exe' : ''

export function llamaTool(name: ToolName): Tool {
  const release = llamaCppRelease()
  const path = join(workFolder, `${name}-${release}${executable}`)
  if (existsSync(path)) return { path }
  const absent = ['git', 'cmake'].filter((command) => spawnSync(command, ['--version']).error)
  if (absent.length > 0) return { missing: `building ${name} needs ${absent.join(' and ')}, not found on this machine` }
  say(`Building ${name} from llama.cpp ${release} (once, some minutes)…`)
  mkdirSync(workFolder, { recursive: true })
  const source = mkdtempSync(join(workFolder, 'llama.cpp-'))
  const log = join(workFolder, `${name}-${release}.log`)
  try {
    const failure = fetchSource(source, log) ?? compile(name, source, log)
    if (failure) return { missing: failure }
    const built = ['', 'Release'].map((folder) => join(source, 'build/bin', folder, `${name}${executable}`)).find(existsSync)
    if (!built) return { missing: `${name} was built but is not where it was expected; see ${log}` }
    renameSync(built, path)
    return { path }
  } finally {
    rmSync(source, { recursive: true, force: true })
  }
}

function fetchSource(source: string, log: string): string | undefined {
  const bundle = join(root, 'node_modules/node-llama-cpp/llama/gitRelease.bundle')
  if (!existsSync(bundle)) return 'node-llama-cpp came without its source bundle (llama/gitRelease.bundle)'
  return attempt('git', ['clone', '--quiet', bundle, source], log, 'w')
}

function compile(name: ToolName, source: string, log: string): string | undefined {
  const build = join(source, 'build')
  const options = [...off.map((name) => `-D${name}=OFF`), '-DCMAKE_BUILD_TYPE=Release']
  const jobs = String(os.availableParallelism())
  return (
    attempt('cmake', ['-S', source, '-B', build, ...options], log, 'a') ??
    attempt('cmake', ['--build', build, '--config', 'Release', '--target', name, '--parallel', jobs], log, 'a')
  )
}

/** Runs a command into the log. Returns why it failed, or undefined. */
function attempt(command: string, args: readonly string[], log: string, flags: 'w' | 'a'): string | undefined {
  const output = openSync(log, flags)
  const { status } = spawnSync(command, args, { stdio: ['ignore', output, output] })
  closeSync(output)
  if (status === 0) return undefined
  say(readFileSync(log, 'utf8').trimEnd().split('\n').slice(-lastLines).join('\n'))
  return `${command} failed; see ${log}`
}
