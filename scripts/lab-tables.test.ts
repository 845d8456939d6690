import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { copy } from '../core/copy/copy'
import { resultToMarkdown, tableOf } from '../core/lab/experiments/result-table'
import { root } from './checkout.mjs'
import { pageOf, replaceTable } from './lab-tables.mjs'

const page = 'Before.\n\n| a | b |\n| --- | --- |\n| 1 | 2 |\n\nBetween.\n\n| a | c |\n| --- | --- |\n| 3 | 4 |\n'

it('replaces the table with the same header row, and keeps everything else on the page', () => {
  const printed = '## Title\n\nModel; seed 7.\n\n| a | c |\n| --- | --- |\n| $& | 6 |\n| 7 | 8 |\n\nNotes.\n'
  expect(replaceTable(page, printed)).toBe(page.replace('| 3 | 4 |\n', () => '| $& | 6 |\n| 7 | 8 |\n'))
})
it('leaves a page unchanged if the command prints the same table again', () => {
  expect(replaceTable(page, '| a | b |\n| --- | --- |\n| 1 | 2 |\n')).toBe(page)
})
it('refuses a table whose header row is not on the page', () => {
  expect(() => replaceTable(page, '| a | d |\n| --- | --- |\n| 5 | 6 |\n')).toThrow(
    'The page has no table with this header row:\n| a | d |\n',
  )
})
it('refuses an output without a table', () => {
  expect(() => replaceTable(page, 'Nothing.\n')).toThrow('The command printed no table.')
})
it.each(Object.entries(pageOf))('finds the header row of %s in %s', (name, path) => {
  const printed = resultToMarkdown(tableOf({ name: name as keyof typeof pageOf, model: null, seed: 7, rows: [] }, copy.lab.results), '')
  expect(() => replaceTable(readFileSync(join(root, path), 'utf8'), printed)).not.toThrow()
})
