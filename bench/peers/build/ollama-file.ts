import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { attempt } from '../../llama-bench/tool-source'
import { workFolder } from '../../paths'
import { say } from '../../say'

/** The newest version that the Go module proxy has. */
export const ollamaVersion = '0.17.4'
const module = 'github.com/ollama/ollama'

/** Builds Ollama for the CPU from its Go module. The first call takes many minutes. */
export function ollamaFile(): { readonly path: string } | { readonly missing: string } {
  const folder = join(workFolder, `ollama-${ollamaVersion}`)
  const path = join(folder, 'ollama')
  if (existsSync(path)) return { path }
  if (spawnSync('go', ['version']).error) return { missing: 'building Ollama needs Go, not found on this machine' }
  say(`Building Ollama ${ollamaVersion} (once)…`)
  mkdirSync(folder, { recursive: true })
  const flags = ['install', '-p', '2', '-ldflags', `-X ${module}/version.Version=${ollamaVersion}`, `${module}@v${ollamaVersion}`]
  const failure = attempt('nice', ['-n', '15', 'env', `GOBIN=${folder}`, 'go', ...flags], join(workFolder, 'ollama.log'))
  return failure ? { missing: failure } : { path }
}
