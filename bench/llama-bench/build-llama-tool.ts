/**
 * llama-bench and llama-perplexity from the engine's llama.cpp source, which node-llama-cpp ships as a git bundle, built as users do: for
 * this processor, with OpenMP if the compiler has it. node-llama-cpp's binaries have one file per kind of processor and no OpenMP:
 * ./shipped-tool.ts.
 */
import { existsSync } from 'node:fs'
import os from 'node:os'
import { join } from 'node:path'
import { llamaCppRelease } from '../machine'
import { attempt, builtOnce, type Tool, type ToolName } from './tool-source'

/** Parts of llama.cpp that the tools do not need. Static linking makes each tool one file that outlives its source. */
const off = ['LLAMA_CURL', 'LLAMA_BUILD_SERVER', 'LLAMA_BUILD_EXAMPLES', 'LLAMA_BUILD_TESTS', 'LLAMA_BUILD_UI', 'BUILD_SHARED_LIBS']
const executable = process.platform === 'win32' ? '.exe' : ''

/** Takes some minutes on two cores, once. */
export const llamaTool = (name: ToolName): Tool =>
  builtOnce({
    file: `${name}-${llamaCppRelease()}${executable}`,
    needs: ['git', 'cmake'],
    make: (source, log) => {
      const build = join(source, 'build')
      const options = [...off.map((part) => `-D${part}=OFF`), '-DCMAKE_BUILD_TYPE=Release']
      const jobs = String(os.availableParallelism())
      const failure =
        attempt('cmake', ['-S', source, '-B', build, ...options], log) ??
        attempt('cmake', ['--build', build, '--config', 'Release', '--target', name, '--parallel', jobs], log)
      if (failure) return { missing: failure }
      const built = ['', 'Release'].map((folder) => join(build, 'bin', folder, `${name}${executable}`)).find(existsSync)
      return built ? { path: built } : { missing: `${name} was built but is not where it was expected; see ${log}` }
    },
  })
