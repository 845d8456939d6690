import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { attempt, fetchSource } from '../llama-bench/tool-source'
import { benchEntry, workFolder } from '../paths'
import { say } from '../say'

export interface TestEnvironment {
  readonly python: string
  /** `tools/server/tests` of llama.cpp. */
  readonly folder: string
  /** What the tests start instead of llama-server. */
  readonly server: string
}

/** Unpacks the tests from node-llama-cpp's source bundle and installs their packages from Python's package index, once. */
export function testEnvironment(): TestEnvironment | { readonly missing: string } {
  if (spawnSync('python3', ['-c', 'import ensurepip, venv'], { stdio: 'ignore' }).status !== 0)
    return { missing: 'the tests need Python 3 with venv and ensurepip' }
  mkdirSync(workFolder, { recursive: true })
  const source = join(workFolder, 'llama.cpp-tests')
  const log = join(workFolder, 'llama-tests.log')
  const folder = join(source, 'tools/server/tests')
  const python = join(source, 'venv/bin/python')
  const server = join(source, 'llama-server')
  if (!existsSync(python)) {
    say('Unpacking the tests and installing their packages (once)…')
    rmSync(source, { recursive: true, force: true })
    const fresh = `${source}.new`
    rmSync(fresh, { recursive: true, force: true })
    const failure = fetchSource(fresh, log)
    if (failure) return { missing: failure }
    renameSync(fresh, source)
    const notInstalled =
      attempt('python3', ['-m', 'venv', join(source, 'venv')], log) ??
      attempt(python, ['-m', 'pip', '--disable-pip-version-check', 'install', '--quiet', '-r', join(folder, 'requirements.txt')], log)
    if (notInstalled) {
      rmSync(join(source, 'venv'), { recursive: true, force: true })
      return { missing: notInstalled }
    }
  }
  writeFileSync(server, `#!/bin/sh\nexec '${process.execPath}' '${benchEntry}' llama-server "$@"\n`)
  chmodSync(server, 0o755)
  return { python, folder, server }
}
