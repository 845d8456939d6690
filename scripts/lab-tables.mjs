/** `npm run lab-tables [-- EXPERIMENT ..]`, see docs/measuring.md: measures again, and replaces the tables of docs/lab-*.md. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensureBuilt, ensureDependencies, root, say } from './checkout.mjs'

export const pageOf = {
  policies: 'docs/lab-policies.md',
  'observation-window': 'docs/lab-attention.md',
  'attention-mass': 'docs/lab-attention.md',
  'both-walls': 'docs/lab-walls.md',
  'smallest-budget': 'docs/lab-walls.md',
}
const table = /^(?:\|.*\n)+/m

/** Replaces the table in `page` that has the same header row as the table in `printed`. */
export function replaceTable(page, printed) {
  const [rows] = table.exec(printed) ?? []
  if (!rows) throw new Error('The command printed no table.')
  const header = rows.slice(0, rows.indexOf('\n') + 1)
  const start = `\n${page}`.indexOf(`\n${header}`)
  if (start < 0) throw new Error(`The page has no table with this header row:\n${header}`)
  return page.slice(0, start) + page.slice(start).replace(table, () => rows)
}

function main(words) {
  const unknown = words.find((word) => !(word in pageOf))
  if (unknown) {
    say(`lab-tables takes experiments (${Object.keys(pageOf).join(', ')}), got "${unknown}".`)
    return 2
  }
  ensureDependencies()
  ensureBuilt()
  const experiments = words.length > 0 ? words : Object.keys(pageOf)
  // Without a stored search, smallest-budget measures again.
  const emptyData = mkdtempSync(join(tmpdir(), 'headroom-lab-tables-'))
  try {
    const started = performance.now()
    for (const experiment of experiments) measure(experiment, experiment === 'smallest-budget' ? ['--data', emptyData] : [])
    say(`All together: ${durationSince(started)}.`)
    return 0
  } catch (error) {
    say(error.message)
    return 1
  } finally {
    rmSync(emptyData, { recursive: true })
  }
}

function measure(experiment, flags) {
  const started = performance.now()
  const { status, signal, stdout } = spawnSync(
    process.execPath,
    [join(root, 'out/cli/index.mjs'), 'lab', experiment, '-o', 'md', ...flags],
    {
      cwd: root,
      stdio: ['ignore', 'pipe', 'inherit'],
      encoding: 'utf8',
    },
  )
  if (status !== 0) throw new Error(`headroom lab ${experiment} ended with ${status ?? signal}.`)
  const path = join(root, pageOf[experiment])
  const page = readFileSync(path, 'utf8')
  const replaced = replaceTable(page, stdout)
  if (replaced !== page) writeFileSync(path, replaced)
  say(`${experiment}: ${durationSince(started)}. ${pageOf[experiment]} is ${replaced === page ? 'unchanged' : 'changed'}.`)
}

function durationSince(started) {
  const seconds = Math.round((performance.now() - started) / 1000)
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exitCode = main(process.argv.slice(2))
