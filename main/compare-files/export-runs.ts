import type { CompareRun, ExportFormat } from '../../core/contract/compare/compare-runs'
import type { ExportedFile } from '../../core/contract/wire/exported-file'
import { safeFileName } from '../../core/text/safe-file-name'
import { columnsOf, writeCsv } from './csv'
import { writeJson } from './json'
import { llamaBenchColumns } from './llama-bench-columns'
import { writeMarkdown } from './markdown'
import { rowsOf } from './run-rows'

const kinds = {
  csv: { ending: 'csv', mediaType: 'text/csv' },
  json: { ending: 'json', mediaType: 'application/json' },
  markdown: { ending: 'md', mediaType: 'text/markdown' },
} as const satisfies Record<ExportFormat, { ending: string; mediaType: string }>

export function exportRuns(runs: readonly CompareRun[], format: ExportFormat): ExportedFile {
  const { ending, mediaType } = kinds[format]
  const title = runs.map((run) => run.title).join(' and ')
  return { fileName: `${safeFileName(title, 'benchmark')}.${ending}`, mediaType, text: textOf(runs, format) }
}

function textOf(runs: readonly CompareRun[], format: ExportFormat): string {
  const rows = runs.flatMap(rowsOf)
  const columns = columnsOf(rows, llamaBenchColumns)
  switch (format) {
    case 'csv':
      return writeCsv(columns, rows)
    case 'json':
      return writeJson(columns, rows)
    case 'markdown':
      return writeMarkdown(rows)
  }
}
