/**
 * A tool linked with node-llama-cpp's libraries runs the engine's machine code, so any difference in speed is Headroom's. For f16 weights,
 * these libraries take twice the time of a native build on a processor with AVX2 but no AVX-512.
 */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { llamaCppRelease } from '../machine'
import { root } from '../paths'
import { attempt, builtOnce, type Tool, type ToolName } from './tool-source'

const folders: Readonly<Record<ToolName, string>> = {
  'llama-bench': 'llama-bench',
  'llama-perplexity': 'perplexity',
  'llama-batched-bench': 'batched-bench',
}
const libraries = ['llama-common', 'llama', 'ggml', 'ggml-base'] as const

export function shippedTool(name: ToolName): Tool {
  const bins = shippedLibraries()
  if (!bins) return { missing: `node-llama-cpp has no libraries to link with on ${process.platform}` }
  const tool = builtOnce({
    file: `${name}-shipped-${llamaCppRelease()}`,
    needs: ['git', 'c++'],
    make: (source, log) => {
      const path = join(source, name)
      const tools = join(source, 'tools', folders[name])
      const code = readdirSync(tools).filter((file) => file.endsWith('.cpp'))
      const include = ['include', 'ggml/include', 'common', 'vendor', 'src'].map((folder) => `-I${join(source, folder)}`)
      const link = [`-L${bins}`, ...libraries.map((library) => `-l:${fileOf(bins, library)}`), `-Wl,-rpath,${bins}`, '-pthread']
      const failure = attempt(
        'c++',
        ['-std=c++17', '-O2', '-DNDEBUG', ...include, ...code.map((file) => join(tools, file)), '-o', path, ...link],
        log,
      )
      return failure ? { missing: failure } : { path }
    },
  })
  // ggml searches this folder for this processor's code.
  return 'missing' in tool ? tool : { ...tool, cwd: bins }
}

export function shippedLibraries(): string | undefined {
  if (process.platform !== 'linux') return undefined
  const name = process.arch === 'x64' ? 'linux-x64' : process.arch === 'arm64' ? 'linux-arm64' : undefined
  return name && join(root, 'node_modules/@node-llama-cpp', name, 'bins', name)
}

export function fileOf(folder: string, library: string): string {
  const names = [`lib${library}.${llamaCppRelease()}.so`, `lib${library}.so`]
  const found = names.find((name) => readdirSync(folder).includes(name))
  if (!found) throw new Error(`Expected one of ${names.join(', ')} in ${folder}`)
  return found
}
