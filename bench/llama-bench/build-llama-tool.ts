/**
 * Builds llama-bench and llama-perplexity as users do: for this processor, and with OpenMP if the compiler supports it. node-llama-cpp
 * contains the source as a git bundle.
 */
import { existsSync } from 'node:fs'
import os from 'node:os'
import { join } from 'node:path'
import { llamaCppRelease } from '../machine'
import { attempt, builtOnce, type Tool, type ToolName } from './tool-source'

const off = ['LLAMA_CURL', 'LLAMA_BUILD_SERVER', 'LLAMA_BUILD_EXAMPLES', 'LLAMA_BUILD_TESTS', 'LLAMA_BUILD_UI', 'BUILD_SHARED_LIBS']
const executable = process.platform === 'win32' ? '.exe' : ''

/** The first call takes minutes. */
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
