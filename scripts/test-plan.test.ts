import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { changedFiles, fullLanes, lanesOfChange, testPlan } from './test-plan.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))

describe('npm test', () => {
  it('skips the lanes `package` and `windows` and, in the desktop window, stories that are the same in the browser', () => {
    expect(testPlan([])).toEqual({ lanes: ['lint', 'types', 'unit', 'components', 'model', 'web', 'electron'], filter: [], isShort: true })
  })
  it('runs every lane with the argument `full`', () => {
    expect(testPlan(['full'])).toEqual({ lanes: fullLanes, filter: [] })
    expect(fullLanes).toContain('windows')
  })
  it('runs the named lanes', () => {
    expect(testPlan(['unit', 'web'])).toEqual({ lanes: ['unit', 'web'], filter: [] })
  })
  it('passes arguments after the lanes to their runners', () => {
    expect(testPlan(['unit', 'core/kv', '-t', 'web'])).toEqual({ lanes: ['unit'], filter: ['core/kv', '-t', 'web'] })
  })
  it('tests only the changes since the last commit, or since a branch, with the argument `changed`', () => {
    expect(testPlan(['changed'])).toMatchObject({ since: 'HEAD' })
    expect(testPlan(['changed', 'main'])).toMatchObject({
      since: 'main',
      lanes: ['lint', 'types', 'unit', 'components', 'model', 'web', 'electron'],
    })
  })
  it.each([[['core/kv']], [['full', 'unit']], [['changed', 'a', 'b']], [['unit', 'package', 'core/kv']]])(
    'refuses %j and says why',
    (words) => {
      expect(testPlan(words)).toEqual({ problem: expect.stringMatching(/.{20}/) })
    },
  )
})

describe('npm test -- changed', () => {
  it('runs the tests of a changed source file, its checks and the architecture tests', () => {
    expect(lanesOfChange(['core/kv/kv-bytes.ts'])).toEqual({
      lint: ['core/kv/kv-bytes.ts'],
      types: ['core/kv/kv-bytes.ts'],
      unit: ['core/kv/kv-bytes.ts', 'core/architecture.test.ts'],
      components: ['core/kv/kv-bytes.ts'],
      model: ['core/kv/kv-bytes.ts'],
    })
  })
  it('runs the stories of a changed spec on both hosts', () => {
    expect(lanesOfChange(['e2e/chat.spec.ts', 'e2e/fixture.ts'])).toMatchObject({
      web: ['e2e/chat.spec.ts'],
      electron: ['e2e/chat.spec.ts'],
    })
  })
  it('runs the tests that read a file as text, if no test imports it', () => {
    const { unit, ...others } = lanesOfChange(['.github/workflows/ci.yml'])
    expect(unit).toContain('scripts/workflows.test.ts')
    expect(others).toEqual({})
    for (const test of unit ?? []) expect(existsSync(join(root, test)), test).toBe(true)
  })
  it('runs nothing if nothing changed', () => {
    expect(lanesOfChange([])).toEqual({})
  })
})

describe('the files that changed', () => {
  const folder = mkdtempSync(join(tmpdir(), 'headroom-changed-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  const git = (words: readonly string[]) => {
    const identity = ['-c', 'user.name=a', '-c', 'user.email=a@b.invalid', '-c', 'commit.gpgsign=false', '-c', 'core.hooksPath=/dev/null']
    const { status, stdout } = spawnSync('git', [...identity, ...words], { cwd: folder, encoding: 'utf8' })
    return status === 0 ? stdout.trim() : undefined
  }
  it('are the files changed since a branch point, uncommitted files and new files, but no deleted files', () => {
    git(['init', '-q', '-b', 'trunk'])
    for (const name of ['kept', 'edited', 'staged', 'deleted']) writeFileSync(join(folder, name), name)
    git(['add', '.'])
    git(['commit', '-qm', 'first'])
    git(['checkout', '-qb', 'branch'])
    writeFileSync(join(folder, 'committed'), 'x')
    git(['add', '.'])
    git(['commit', '-qm', 'second'])
    writeFileSync(join(folder, 'edited'), 'changed')
    writeFileSync(join(folder, 'staged'), 'changed')
    git(['add', 'staged'])
    rmSync(join(folder, 'deleted'))
    writeFileSync(join(folder, 'a new äöü'), 'x')
    expect(changedFiles('HEAD', git)).toEqual(['a new äöü', 'edited', 'staged'])
    expect(changedFiles('trunk', git)).toEqual(['a new äöü', 'committed', 'edited', 'staged'])
  })
  it('are unknown if the commit does not exist', () => {
    expect(changedFiles('nowhere', git)).toBeUndefined()
  })
})
