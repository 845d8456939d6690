import { join } from 'node:path'
import { attempt, builtOnce, type Tool } from '../../llama-bench/tool-source'

/** The newest version that the Go module proxy has. */
export const ollamaVersion = '0.17.4'
const module = 'github.com/ollama/ollama'

export const ollamaBuild = { file: `ollama-${ollamaVersion}`, needs: ['git', 'go', 'c++'] }

/**
 * Builds Ollama for the CPU from its Go module. The first call takes many minutes. A Go module has no folders named `vendor`, so the headers
 * in llama.cpp's come from the source inside node-llama-cpp's package.
 */
export const ollamaFile = (): Tool =>
  builtOnce({
    ...ollamaBuild,
    make: (source, log) => {
      const settings = [`CPATH=${join(source, 'vendor')}`, `GOBIN=${source}`, 'CGO_CFLAGS=-O1', 'CGO_CXXFLAGS=-O1']
      const flags = ['install', '-p', '2', '-ldflags', `-X ${module}/version.Version=${ollamaVersion}`, `${module}@v${ollamaVersion}`]
      const failure = attempt('nice', ['-n', '15', 'env', ...settings, 'go', ...flags], log)
      return failure ? { missing: failure } : { path: join(source, 'ollama') }
    },
  })
