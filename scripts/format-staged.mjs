/** The pre-commit hook. It checks a partly staged file without formatting it, because staging the result would stage the whole file. */
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { say, tool } from './checkout.mjs'

const formatted = /\.(tsx?|[cm]?js|jsonc?|css|html)$/

/** Returns true if the commit may continue. */
export function formatStaged(folder) {
  const names = (...words) =>
    git(folder, ['diff', '--name-only', '--diff-filter=ACMR', '-z', ...words])
      .split('\0')
      .filter(Boolean)
  const staged = names('--cached').filter((name) => formatted.test(name))
  const unstaged = new Set(names())
  const whole = staged.filter((name) => !unstaged.has(name))
  const partly = staged.filter((name) => unstaged.has(name))
  if (whole.length > 0) {
    const isClean = biome(folder, ['check', '--write', '--no-errors-on-unmatched', ...whole]).status === 0
    git(folder, ['add', '--', ...whole])
    if (!isClean) return false
  }
  const unformatted = partly.filter((name) => {
    const text = git(folder, ['show', `:${name}`])
    return biome(folder, ['format', `--stdin-file-path=${name}`], text).stdout !== text
  })
  if (unformatted.length === 0) return true
  say(`These files are only partly staged and not formatted: ${unformatted.join(', ')}. Format and stage them.`)
  return false
}

function biome(folder, words, input = '') {
  const [node, script] = tool('biome')
  return spawnSync(node, [script, ...words, '--files-ignore-unknown=true'], {
    cwd: folder,
    stdio: ['pipe', 'pipe', 2],
    encoding: 'utf8',
    input,
  })
}

function git(folder, words) {
  const { status, stdout, stderr } = spawnSync('git', words, { cwd: folder, encoding: 'utf8', maxBuffer: 2 ** 28 })
  if (status !== 0) throw new Error(`git ${words[0]} failed: ${stderr}`)
  return stdout
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  process.exitCode = formatStaged(git('.', ['rev-parse', '--show-toplevel']).trim()) ? 0 : 1
