import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const bundle = join(import.meta.dirname, '../../../node_modules/node-llama-cpp/llama/gitRelease.bundle')

/** The templates of llama.cpp's source, by name. A string says why they cannot be read. */
export function bundledTemplates(): ReadonlyMap<string, string> | string {
  const folder = mkdtempSync(join(tmpdir(), 'headroom-templates-'))
  const git = (...args: string[]): string =>
    execFileSync('git', args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], maxBuffer: 2 ** 24 })
  try {
    git('clone', '--bare', '--quiet', bundle, 'source')
    const source = (...args: string[]): string => git('--git-dir=source', ...args)
    const head = source('rev-list', '--all', '-n1').trim()
    const paths = source('ls-tree', '--name-only', head, 'models/templates/')
      .split('\n')
      .filter((path) => path.endsWith('.jinja'))
    return new Map(paths.map((path) => [path.slice('models/templates/'.length, -'.jinja'.length), source('show', `${head}:${path}`)]))
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
