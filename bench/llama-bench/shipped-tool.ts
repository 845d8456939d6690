/**
 * A tool linked with node-llama-cpp's libraries runs the engine's machine code, so any difference in speed is Headroom's. For f16 weights,
 * these libraries take twice the time of a native build on a processor with AVX2 but no AVX-512.
 */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { llamaCppRelease } from '../machine'
import { root } from '../paths'
import { attempt, builtOnce, type Tool, type ToolName } from './tool-source'

const folders: Readonly<Record<ToolName, string>> = {
  'llama-bench': 'llama-bench',
  'llama-perplexity': 'perplexity',
  'llama-batched-bench': 'batched-bench',
}
export type LlamaBuild = 'cpu' | 'cuda'

const libraries = ['llama-common', 'llama', 'ggml', 'ggml-base'] as const

export function shippedTool(name: ToolName, build: LlamaBuild = 'cpu'): Tool {
  const bins = shippedLibraries(build)
  if (!bins) return { missing: `node-llama-cpp has no libraries to link with on ${process.platform}` }
  if (!existsSync(bins)) return { missing: `the package with llama.cpp's ${build} build is not installed` }
  const tool = builtOnce({
    file: `${name}-shipped-${build === 'cpu' ? '' : `${build}-`}${llamaCppRelease()}`,
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

export function shippedLibraries(build: LlamaBuild = 'cpu'): string | undefined {
  const name = process.platform === 'linux' ? packageOf(build) : undefined
  return name && join(root, 'node_modules/@node-llama-cpp', name, 'bins', name)
}

function packageOf(build: LlamaBuild): string | undefined {
  if (process.arch === 'x64') return build === 'cuda' ? 'linux-x64-cuda' : 'linux-x64'
  return process.arch === 'arm64' && build === 'cpu' ? 'linux-arm64' : undefined
}

export function fileOf(folder: string, library: string): string {
  const release = llamaCppRelease()
  const names = [`lib${library}.${release}.so`, `lib${library}.cuda.${release}.so`, `lib${library}.so`]
  const found = names.find((name) => readdirSync(folder).includes(name))
  if (!found) throw new Error(`Expected one of ${names.join(', ')} in ${folder}`)
  return found
}
