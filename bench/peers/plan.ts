import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { absentCommands } from '../llama-bench/tool-source'
import { workFolder } from '../paths'
import { hasOwnTools } from './build/build-tools'
import { llamaServerBuild } from './build/llama-server-files'
import { ollamaBuild } from './build/ollama-file'
import { vllmVersion } from './build/vllm-environment'

/** What a run of an engine would do first, without doing it. */
export const plans: Readonly<Record<string, () => readonly string[]>> = {
  'llama-server': () => llamaSteps(),
  rpc: () => [...llamaSteps(), networks()],
  ollama: () => [stepFor(ollamaBuild), ...llamaSteps()],
  vllm: () => [vllmStep(), ...llamaSteps()],
}

export interface Build {
  readonly file: string
  readonly needs: readonly string[]
}

function stepFor({ file, needs }: Build): string {
  if (existsSync(join(workFolder, file))) return `${file} is built`
  const absent = absentCommands(needs)
  return absent.length === 0 ? `builds ${file} with ${needs.join(', ')}` : `cannot build ${file}: ${absent.join(', ')} not found`
}

function llamaSteps(): readonly string[] {
  const build = llamaServerBuild()
  const isBuilt = existsSync(join(workFolder, build.file))
  if (isBuilt || hasOwnTools()) return [stepFor(build)]
  return [
    hasPython() ? 'installs CMake and Ninja from the package index' : 'cannot install CMake: Python 3 with venv and ensurepip not found',
    stepFor(build),
  ]
}

const hasPython = (): boolean => spawnSync('python3', ['-c', 'import ensurepip, venv'], { stdio: 'ignore' }).status === 0

function vllmStep(): string {
  const name = `vllm-${vllmVersion}`
  if (existsSync(join(workFolder, name, 'pocket/tokenizer.json'))) return `${name} is installed`
  return hasPython()
    ? `installs ${name} from the package index (about 3 GB)`
    : `cannot install ${name}: Python 3 with venv and ensurepip not found`
}

function networks(): string {
  const isRoot = process.getuid?.() === 0
  const hasIp = absentCommands(['ip']).length === 0
  return isRoot && hasIp
    ? 'gives each worker a network namespace of its own, if the system allows it'
    : 'runs both workers on the loopback address: network namespaces need root and ip'
}
