/**
 * `npm run llama-tests -- [FILE …] [--all] [--save] [-k EXPRESSION]` runs llama.cpp's own server tests against `headroom serve --api`. FILE is the
 * name of a test file, such as test_basic.py. `--all` also runs the tests of not-run.json. `--save` writes the result of all files to
 * docs/compatibility.md. Exit codes: 0 passed, 1 a test failed, 2 invalid arguments or the tests cannot run.
 */

import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { freePort } from '../../main/testing/free-port'
import { root, workFolder } from '../paths'
import { say } from '../say'
import { testEnvironment } from './environment'
import { type Outcomes, rowsOf, withTable } from './report'

const here = join(root, 'bench/llama-tests')

export async function llamaTests(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { all: { type: 'boolean' }, save: { type: 'boolean' }, expression: { type: 'string', short: 'k' } },
  })
  if (values.save && (positionals.length > 0 || values.all || values.expression)) {
    say('--save needs the result of all files, and takes no other argument')
    return 2
  }
  const environment = testEnvironment()
  if ('missing' in environment) {
    say(`The tests cannot run: ${environment.missing}`)
    return 2
  }
  const { python, folder, server } = environment
  const outcomesFile = join(workFolder, 'llama-tests.json')
  const none = join(workFolder, 'nothing.json')
  writeFileSync(none, '{}')
  writeFileSync(outcomesFile, '{}')
  const files = positionals.length > 0 ? positionals.map((name) => `unit/${name}`) : ['unit']
  const expression = values.expression ? ['-k', values.expression] : []
  const { status } = spawnSync(
    python,
    ['-m', 'pytest', '-p', 'headroom_tests', '-q', '--tb=short', '-m', 'not slow', '-p', 'no:cacheprovider', ...expression, ...files],
    {
      cwd: folder,
      stdio: ['ignore', process.stderr, process.stderr],
      env: {
        ...process.env,
        PYTHONPATH: here,
        PYTHONDONTWRITEBYTECODE: '1',
        PORT: String(await freePort()),
        LLAMA_SERVER_BIN_PATH: server,
        HEADROOM_NOT_RUN: values.all ? none : join(here, 'not-run.json'),
        HEADROOM_OUTCOMES: outcomesFile,
      },
    },
  )
  const outcomes = JSON.parse(readFileSync(outcomesFile, 'utf8')) as Outcomes
  const rows = rowsOf(outcomes)
  for (const { file, passed, notApplicable, notSupported, failed } of rows)
    say(`${file}: ${passed} passed, ${notApplicable.length} not applicable, ${notSupported.length} not supported, ${failed.length} failed`)
  for (const { test, reason } of rows.flatMap(({ failed }) => failed)) say(`FAILED ${test}: ${reason}`)
  if (values.save) {
    const path = join(root, 'docs/compatibility.md')
    writeFileSync(path, withTable(readFileSync(path, 'utf8'), rows))
    say(`Wrote ${path}`)
  }
  // 5: pytest found no test.
  return status === 0 ? 0 : status === 1 ? 1 : 2
}
