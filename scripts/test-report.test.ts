import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { afterAll, expect, it } from 'vitest'
import { tool } from './checkout.mjs'
import { failedInVitest, laneLines, skippedInVitest, skippedStories, storiesIn } from './test-report.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'headroom-report-'))
/** The tests import by URL, because the temporary folder has no node_modules. */
const packageAt = (path: string) => pathToFileURL(join(root, 'node_modules', path)).href
afterAll(() => rmSync(folder, { recursive: true }))

function reportOf(name: string, args: readonly string[]): unknown {
  const [node, script] = tool(name) as [string, string]
  const { VITEST, ...rest } = process.env
  spawnSync(node, [script, ...args], { cwd: folder, env: rest })
  return JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8'))
}

function storiesReport(stories: string): unknown {
  const config = `export default { testMatch: '*.spec.mjs', reporter: [['json', { outputFile: 'playwright.json' }]] }`
  writeFileSync(join(folder, 'playwright.config.mjs'), config)
  writeFileSync(join(folder, 'a.spec.mjs'), `import { expect, test } from '${packageAt('@playwright/test/index.mjs')}'\n${stories}`)
  return reportOf('playwright', ['test'])
}

it('the report of a run names Vitest’s failed tests, and gives the reason for each skipped test', () => {
  writeFileSync(
    join(folder, 'a.test.mjs'),
    `import { it } from '${packageAt('vitest/dist/index.js')}'
it('fails', () => { throw new Error('as it should') })
it('passes', () => {})
it('needs Windows', ({ skip }) => skip(true, 'only on Windows'))
it.for([1, 2])('needs Windows too', (_, { skip }) => skip(true, 'only on Windows'))
it.skip('says nothing', () => {})`,
  )
  const reporters = ['--reporter=json', `--reporter=${join(root, 'scripts/skip-notes-reporter.mjs')}`, '--outputFile.json=vitest.json']
  const report = reportOf('vitest', ['run', `--root=${folder}`, ...reporters])
  expect(failedInVitest(report)).toEqual([expect.stringMatching(/a\.test\.mjs: fails: Error: as it should$/)])
  expect([...skippedInVitest(report)]).toEqual([
    ['only on Windows', 3],
    ['no reason given', 1],
  ])
})

it('the report of a run gives the reason for each skipped story', () => {
  const report = storiesReport(
    `test('runs', () => {})
test('needs a window', () => test.skip(true, 'a browser tab has no menu'))
test.describe('a group', () => { test.skip(true, 'a browser tab has no menu'); test('needs one too', () => {}) })`,
  )
  expect([...skippedStories(report)]).toEqual([['a browser tab has no menu', 2]])
})

it('the report of a run says in one line what a failed story expected and received', () => {
  const report = storiesReport(`test('compares', () => expect('three').toBe('four'))`)
  expect(storiesIn(report, 'unexpected')).toEqual([
    'a.spec.mjs:2 compares: Error: expect(received).toBe(expected) // Object.is equality; Expected: "four"; Received: "three"',
  ])
})

it('the report of a lane gives its duration, its skipped tests and the reasons', () => {
  expect(laneLines('web', { passed: 3, failed: 0, left: new Map([['only on Windows', 2]]) }, 61.4)).toEqual([
    'web: 3 passed, 0 failed, 2 skipped (61 s)',
    '  skipped 2: only on Windows',
  ])
  expect(laneLines('unit', { passed: 3, failed: 1 }, 2)).toEqual(['unit: 3 passed, 1 failed (2 s)'])
  expect(laneLines('package', { skipped: 'rpm is not installed' }, 0.2)).toEqual(['package: skipped, rpm is not installed (0 s)'])
})
