/** What pytest reported, per file. */
export type Outcomes = Readonly<
  Record<string, { readonly outcome: 'passed' | 'not applicable' | 'not supported' | 'failed'; readonly reason: string }>
>

export interface Told {
  readonly test: string
  readonly reason: string
}

export interface FileRow {
  readonly file: string
  readonly passed: number
  /** Needs another model, or tests a part of llama-server that is not its API. */
  readonly notApplicable: readonly Told[]
  /** Tests what Headroom does not have, refuses, or answers in another way. */
  readonly notSupported: readonly Told[]
  readonly failed: readonly Told[]
}

export function rowsOf(outcomes: Outcomes): FileRow[] {
  const files = new Map<string, FileRow>()
  for (const [id, { outcome, reason }] of Object.entries(outcomes)) {
    const [path = '', test = ''] = id.split('::')
    const file = path.replace(/^unit\//, '')
    const row = files.get(file) ?? { file, passed: 0, notApplicable: [], notSupported: [], failed: [] }
    const told = { test, reason }
    files.set(file, {
      file,
      passed: row.passed + (outcome === 'passed' ? 1 : 0),
      notApplicable: outcome === 'not applicable' ? [...row.notApplicable, told] : row.notApplicable,
      notSupported: outcome === 'not supported' ? [...row.notSupported, told] : row.notSupported,
      failed: outcome === 'failed' ? [...row.failed, told] : row.failed,
    })
  }
  return [...files.values()].sort((a, b) => (a.file < b.file ? -1 : 1))
}

const begin = '<!-- npm run llama-tests -- --save writes this part -->'
const end = '<!-- end -->'

/** Replaces the part of the document between the two comments. */
export function withTable(document: string, rows: readonly FileRow[]): string {
  const [before, rest] = document.split(begin)
  const after = rest?.split(end)[1]
  if (before === undefined || after === undefined) throw new Error(`Expected "${begin}" and "${end}" in the document`)
  return `${before}${begin}\n\n${tableOf(rows)}\n${reasonsOf(rows)}${end}${after}`
}

const kinds = [
  ['Not applicable', 'notApplicable'],
  ['Not supported', 'notSupported'],
  ['Failed', 'failed'],
] as const

function tableOf(rows: readonly FileRow[]): string {
  const countsOf = (row: FileRow) => [row.passed, ...kinds.map(([, kind]) => row[kind].length)]
  const totals = rows.map(countsOf).reduce((sums, counts) => sums.map((sum, at) => sum + (counts[at] as number)), [0, 0, 0, 0])
  return [
    `| file | passed | ${kinds.map(([title]) => title.toLowerCase()).join(' | ')} |`,
    '|---|---|---|---|---|',
    ...rows.map((row) => `| ${row.file} | ${countsOf(row).join(' | ')} |`),
    `| **all** | ${totals.map((total) => `**${total}**`).join(' | ')} |`,
    '',
  ].join('\n')
}

/** One line per reason, with the tests that share it, without their parameters if all of a test share it. */
function reasonsOf(rows: readonly FileRow[]): string {
  return kinds
    .filter(([, kind]) => rows.some((row) => row[kind].length > 0))
    .map(([title, kind]) => `### ${title}\n\n${rows.flatMap((row) => linesOf(row.file, row[kind])).join('\n')}\n\n`)
    .join('')
}

function linesOf(file: string, told: readonly Told[]): string[] {
  const byReason = new Map<string, Map<string, number>>()
  for (const { test, reason } of told) {
    const tests = byReason.get(reason) ?? new Map<string, number>()
    const name = test.split('[')[0] as string
    byReason.set(reason, tests.set(name, (tests.get(name) ?? 0) + 1))
  }
  return [...byReason].map(([reason, tests]) => {
    const names = [...tests].map(([name, count]) => (count > 1 ? `${name} (${count})` : name))
    return `* **${file}**, ${names.join(', ')}: ${reason}`
  })
}
