/** What pytest reported, per file. */
export type Outcomes = Readonly<Record<string, { readonly outcome: 'passed' | 'skipped' | 'failed'; readonly reason: string }>>

export interface Told {
  readonly test: string
  readonly reason: string
}

export interface FileRow {
  readonly file: string
  readonly passed: number
  readonly notApplicable: readonly Told[]
  readonly failed: readonly Told[]
}

export function rowsOf(outcomes: Outcomes): FileRow[] {
  const files = new Map<string, FileRow>()
  for (const [id, { outcome, reason }] of Object.entries(outcomes)) {
    const [path = '', test = ''] = id.split('::')
    const file = path.replace(/^unit\//, '')
    const row = files.get(file) ?? { file, passed: 0, notApplicable: [], failed: [] }
    const told = { test, reason }
    files.set(file, {
      file,
      passed: row.passed + (outcome === 'passed' ? 1 : 0),
      notApplicable: outcome === 'skipped' ? [...row.notApplicable, told] : row.notApplicable,
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

function tableOf(rows: readonly FileRow[]): string {
  const sum = (count: (row: FileRow) => number) => rows.reduce((total, row) => total + count(row), 0)
  const total = [sum((row) => row.passed), sum((row) => row.notApplicable.length), sum((row) => row.failed.length)]
  return [
    '| file | passed | not applicable | failed |',
    '|---|---|---|---|',
    ...rows.map(({ file, passed, notApplicable, failed }) => `| ${file} | ${passed} | ${notApplicable.length} | ${failed.length} |`),
    `| **all** | **${total[0]}** | **${total[1]}** | **${total[2]}** |`,
    '',
  ].join('\n')
}

/** One line per reason, with the tests that share it, without their parameters if all of a test share it. */
function reasonsOf(rows: readonly FileRow[]): string {
  const sections = [
    ['Not applicable', rows.map(({ file, notApplicable }) => ({ file, told: notApplicable }))],
    ['Failed', rows.map(({ file, failed }) => ({ file, told: failed }))],
  ] as const
  return sections
    .filter(([, files]) => files.some(({ told }) => told.length > 0))
    .map(([title, files]) => `### ${title}\n\n${files.flatMap(({ file, told }) => linesOf(file, told)).join('\n')}\n\n`)
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
