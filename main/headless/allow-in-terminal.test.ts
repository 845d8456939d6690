import { PassThrough } from 'node:stream'
import { expect, it } from 'vitest'
import { programsIn } from '../../core/tools/server-programs'
import { allowInTerminal } from './allow-in-terminal'

const programs = programsIn({ files: { kind: 'stdio', command: 'npx', args: ['server'], env: { TOKEN: 'secret' } } })

function terminal() {
  const [input, output] = [new PassThrough(), new PassThrough({ encoding: 'utf8' })]
  return { input, output, allow: allowInTerminal(input, output) }
}

it.each([
  ['y', 'allowed'],
  [' YES ', 'allowed'],
  ['', 'refused'],
  ['n', 'refused'],
  ['yellow', 'refused'],
])('the terminal shows the program, and the answer “%s” means: %s', async (line, decision) => {
  const { input, output, allow } = terminal()
  const decided = allow(programs)
  const question = output.read() as string
  expect(question).toContain('files: npx server\nEnvironment variables: TOKEN')
  expect(question).not.toContain('secret')
  input.write(`${line}\n`)
  expect(await decided).toBe(decision)
})

it('each question gets its own answer', async () => {
  const { input, allow } = terminal()
  for (const [line, decision] of [
    ['y', 'allowed'],
    ['n', 'refused'],
    ['y', 'allowed'],
  ]) {
    const decided = allow(programs)
    input.write(`${line}\n`)
    expect(await decided).toBe(decision)
  }
})

it('no program is allowed if the input has ended, ends or fails', async () => {
  const ending = terminal()
  const decided = ending.allow(programs)
  ending.input.end()
  expect(await decided).toBe('no-terminal')
  expect(await ending.allow(programs)).toBe('no-terminal')
  const failing = terminal()
  const undecided = failing.allow(programs)
  failing.input.destroy(new Error('EIO'))
  expect(await undecided).toBe('no-terminal')
  expect(await failing.allow(programs)).toBe('no-terminal')
})
