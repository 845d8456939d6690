import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { fileOf, shippedLibraries } from '../../llama-bench/shipped-tool'
import { attempt, builtOnce } from '../../llama-bench/tool-source'
import { llamaCppRelease } from '../../machine'
import { root } from '../../paths'
import { buildTools } from './build-tools'

export interface LlamaServerFiles {
  readonly server: string
  readonly rpcServer: string
  /** ggml looks for the processor's code in the folder that a program runs in. */
  readonly cwd: string
  readonly commit: string | null
}

const linked = ['llama-common', 'llama', 'ggml', 'ggml-base'] as const

export const llamaServerBuild = () => ({ file: `peers-${llamaCppRelease()}`, needs: ['git', 'c++'] })

/** The first call takes minutes. */
export function llamaServerFiles(): LlamaServerFiles | { readonly missing: string } {
  const bins = shippedLibraries()
  if (!bins) return { missing: `node-llama-cpp has no libraries to link with on ${process.platform}` }
  const tool = builtOnce({
    ...llamaServerBuild(),
    make: (source, log) => {
      const tools = buildTools(log)
      if ('missing' in tools) return tools
      const { cmake, generator } = tools
      const build = join(source, 'build-peers')
      const libraries = linked.map((library) => join(bins, fileOf(bins, library))).join(';')
      const values = [`-DSOURCE=${source}`, `-DLIBRARIES=${libraries}`, `-DRPATH=${bins}`, '-DCMAKE_BUILD_TYPE=Release']
      const failure =
        attempt(cmake, ['-S', join(root, 'bench/peers/build'), '-B', build, ...generator, ...values], log) ??
        attempt('nice', ['-n', '15', cmake, '--build', build, '--parallel', '2'], log)
      return failure ? { missing: failure } : { path: join(build, 'bin') }
    },
  })
  if ('missing' in tool) return tool
  return { server: join(tool.path, 'llama-server'), rpcServer: join(tool.path, 'rpc-server'), cwd: bins, commit: commitOf() }
}

/** Of llama.cpp, from the head of the source bundle. */
function commitOf(): string | null {
  const bundle = join(root, 'node_modules/node-llama-cpp/llama/gitRelease.bundle')
  const { stdout } = spawnSync('git', ['bundle', 'list-heads', bundle], { encoding: 'utf8' })
  return /^([0-9a-f]{40}) HEAD$/m.exec(stdout ?? '')?.[1] ?? null
}
