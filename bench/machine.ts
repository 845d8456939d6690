import { readFileSync } from 'node:fs'
import os from 'node:os'
import { join } from 'node:path'
import { root } from './paths'

export interface Machine {
  readonly cpu: string
  readonly logicalCores: number
  readonly memoryBytes: number
  readonly system: string
  readonly node: string
  readonly nodeLlamaCpp: string
  readonly llamaCpp: string
}

export function thisMachine(): Machine {
  const cpus = os.cpus()
  return {
    cpu: cpus[0]?.model.trim() ?? 'unknown processor',
    logicalCores: cpus.length,
    memoryBytes: os.totalmem(),
    system: `${distribution() ?? os.type()} (${os.release()}, ${os.arch()})`,
    node: process.version,
    nodeLlamaCpp: field('node_modules/node-llama-cpp/package.json', 'version'),
    llamaCpp: llamaCppRelease(),
  }
}

export const llamaCppRelease = (): string => field('node_modules/node-llama-cpp/llama/binariesGithubRelease.json', 'release')

function field(path: string, name: string): string {
  const value = (JSON.parse(readFileSync(join(root, path), 'utf8')) as Record<string, unknown>)[name]
  if (typeof value !== 'string') throw new Error(`Expected a text "${name}" in ${path}, got ${typeof value}`)
  return value
}

/** Source: os-release(5). */
function distribution(): string | undefined {
  try {
    return /^PRETTY_NAME="(.*)"$/m.exec(readFileSync('/etc/os-release', 'utf8'))?.[1]
  } catch {
    return undefined
  }
}
