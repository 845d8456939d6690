import { spawn } from 'node:child_process'
import { copyFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { quantizedPocket } from '../../native-models/testing/quantized-pocket'
import { endOf, folder, headroom, root, written } from './testing/run-headroom'

afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('headroom chat', () => {
  it('prints an answer with its figures as JSON, and the same answer for the same seed', async () => {
    const args = ['chat', 'pocket', '--prompt', 'Tell me a story.', '--max-tokens', '8', '--seed', '7', '--threads', '1', '--json'] as const
    const first = await headroom(...args)
    expect(first.code).toBe(0)
    const answer = JSON.parse(first.out)
    expect(answer).toMatchObject({ stopReason: 'token-limit', reusedTokens: 0, outputTokens: 8 })
    expect(answer.itlMs.p50).toBeLessThanOrEqual(answer.itlMs.p99)
    expect(answer.cache.allocatedBytes).toBe(answer.cache.predictedBytes)
    expect(JSON.parse((await headroom(...args)).out).text).toBe(answer.text)
  })

  it('binds the answer to the grammar of a preset', async () => {
    const sampling = { grammar: { kind: 'gbnf', text: 'root ::= "yes"' } }
    const preset = written('yes.preset.json', JSON.stringify({ format: 'headroom-preset', version: 1, name: 'Yes', sampling }))
    const { out } = await headroom('chat', 'pocket', '--prompt', 'Is it late?', '--preset', preset, '--threads', '1', '--json')
    expect(JSON.parse(out)).toMatchObject({ text: 'yes', stopReason: 'end-of-text' })
  })

  it('refuses an invalid list of tools before it loads the model, and names the tool', async () => {
    const tools = written('tools.json', JSON.stringify([{ name: 'look_up' }, { name: 'look up' }]))
    const { code, out, err } = await headroom('chat', 'pocket', '--prompt', 'Hi', '--tools', tools)
    expect([code, out]).toEqual([2, ''])
    expect(err).toContain('Tool 2 (“look up”)')
    expect(err).not.toContain('loading the model')
  })

  it('reads a long prompt from standard input, and says if it uses fewer threads than requested', async () => {
    const flags = ['--max-tokens', '1', '--threads', '1024', '--json']
    const child = spawn(process.execPath, [join(root, 'out/cli/index.mjs'), 'chat', 'pocket', ...flags], { stdio: 'pipe' })
    child.stdin.end('A dog ran in the park. '.repeat(60))
    const { code, out, err } = await endOf(child)
    expect(code).toBe(0)
    expect(JSON.parse(out).promptTokens).toBeGreaterThan(300)
    expect(err).toMatch(/^--threads 1024: this machine has \d+ physical cores?, .*; \d+ (is|are) used$/m)
  })

  it('refuses several answers that would be equal, and more than eight', async () => {
    const same = await headroom('chat', 'pocket', '--prompt', 'x', '--temp', '0', '--answers', '2')
    expect(same.err).toMatch(/^answers-refused: At temperature 0/)
    expect((await headroom('chat', 'pocket', '--prompt', 'x', '--answers', '9')).code).toBe(2)
  })

  it('writes the same answer with and without a draft model', async () => {
    const args = [
      'chat',
      'pocket',
      '--prompt',
      'Tell me a story.',
      '--max-tokens',
      '40',
      '--temp',
      '0',
      '--threads',
      '1',
      '--json',
    ] as const
    const plain = JSON.parse((await headroom(...args)).out)
    const drafted = await headroom(...args, '--model-draft', await quantizedPocket(), '--spec-draft-n-max', '4')
    expect(drafted.code).toBe(0)
    const { text, speculation } = JSON.parse(drafted.out)
    expect(text).toBe(plain.text)
    expect(speculation).toMatchObject({ by: 'draft-model' })
    expect(speculation.drafted).toBeGreaterThan(0)
  })

  it('refuses a draft model with another vocabulary, and draft flags without a draft model', async () => {
    const other = join(root, 'native-models/fixtures/llama-gqa.gguf')
    const { code, out, err } = await headroom('chat', 'pocket', '--prompt', 'x', '--model-draft', other)
    expect({ code, out }).toEqual({ code: 3, out: '' })
    expect(err).toMatch(/^draft-refused: llama-gqa\.gguf cannot draft because its vocabulary is different/)
    const unusedFlag = await headroom('chat', 'pocket', '--prompt', 'x', '--spec-draft-n-max', '4')
    expect(unusedFlag.code).toBe(2)
    expect(unusedFlag.err).toContain('--spec-draft-n-max needs --model-draft MODEL')
    expect((await headroom('chat', 'pocket', '--prompt', 'x', '--model-draft', other, '--speculation', 'lookup')).code).toBe(2)
  })

  it('reports a missing file, and exits with code 2', async () => {
    const { code, out, err } = await headroom('chat', join(folder, 'none.gguf'), '--prompt', 'x')
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).toMatch(/^file-not-found: /)
  })

  it('shows only its own usage for unknown flags', async () => {
    const { code, err } = await headroom('chat', 'pocket', '--max', '8')
    expect(code).toBe(2)
    expect(err).toContain('headroom chat MODEL [--prompt TEXT | --prompt-file FILE]')
    expect(err).not.toContain('headroom plan')
  })

  it('exits with code 3 for settings that llama.cpp refuses', async () => {
    const { code, err } = await headroom('chat', 'pocket', '--prompt', 'x', '--kv-v', 'q8_0', '--no-flash-attn')
    expect(code).toBe(3)
    expect(err).toMatch(/^settings-refused: .*flash attention/i)
  })
})

it.each([['chat', '--prompt', 'x'], ['plan'], ['bench'], ['serve', '--data', folder]])(
  'headroom %s says what is wrong with the address of a file on another computer',
  async (command, ...flags) => {
    const { code, out, err } = await headroom(command, 'file://elsewhere/a%2Fb.gguf', ...flags)
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).toMatch(/^file-address-unusable: file:\/\/elsewhere\/a%2Fb\.gguf /)
  },
)

it.runIf(process.platform === 'linux')(
  'headroom plan says that a name is not valid UTF-8 instead of calling the file missing',
  async () => {
    copyFileSync(join(root, 'native-models/fixtures/llama-gqa.gguf'), Buffer.from(join(folder, 'a\xff.gguf'), 'latin1'))
    const script = `exec "$0" "$1" plan "$2"/a$(printf '\\377').gguf`
    const { code, err } = await endOf(
      spawn('sh', ['-c', script, process.execPath, join(root, 'out/cli/index.mjs'), folder], { stdio: ['ignore', 'pipe', 'pipe'] }),
    )
    expect(code).toBe(2)
    expect(err).toMatch(/^file-name-unusable: .*a\ufffd\.gguf cannot be opened/)
  },
)
