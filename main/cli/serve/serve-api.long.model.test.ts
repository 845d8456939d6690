import { once } from 'node:events'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, expect, it } from 'vitest'
import { childrenOf } from '../../../e2e/processes'
import { dataFolder } from '../../store/testing/test-store'
import { folder, headroom, start } from '../testing/run-headroom'

afterAll(() => rmSync(folder, { recursive: true, force: true }))

it('headroom serve --api prints one line once it takes requests, and takes keys that are made and revoked while it runs', async () => {
  const data = dataFolder()
  const server = start(['serve', '--api', '--port', '0', '--json', '--threads', '1', '--ctx', '256', '--data', data])
  try {
    const [line] = (await once(createInterface(server.stdout), 'line')) as [string]
    const { url, key, model } = JSON.parse(line) as { url: string; key: string; model: string }
    expect(model).toBe('pocket-f16')
    const ask = (given: string) =>
      fetch(`${url}/v1/chat/completions`, {
        method: 'POST',
        headers: { authorization: `Bearer ${given}` },
        body: JSON.stringify({ messages: [{ role: 'user', content: 'Hi' }], max_tokens: 2 }),
      })
    expect(await (await ask(key)).json()).toMatchObject({ model, usage: { completion_tokens: 2 } })
    const made = (await headroom('keys', 'add', 'my editor', '--data', data)).out.trim()
    expect((await ask(made)).status).toBe(200)
    expect((await headroom('keys', 'list', '--data', data)).out).toMatch(/^my editor\t….{4}\t\d{4}-/)
    expect((await headroom('keys', 'revoke', 'my editor', '--data', data)).code).toBe(0)
    expect((await ask(made)).status).toBe(401)
  } finally {
    server.kill('SIGTERM')
    await once(server, 'exit')
  }
})

it('headroom serve --api ends a request with an error if the engine dies, and answers again after it has loaded the model', async () => {
  const server = start([
    'serve',
    '--api',
    '--port',
    '0',
    '--json',
    '--no-api-key',
    '--threads',
    '1',
    '--ctx',
    '4096',
    '--data',
    dataFolder(),
  ])
  try {
    const [line] = (await once(createInterface(server.stdout), 'line')) as [string]
    const { url } = JSON.parse(line) as { url: string }
    const complete = (fields: object) =>
      fetch(`${url}/v1/chat/completions`, {
        method: 'POST',
        body: JSON.stringify({ messages: [{ role: 'user', content: 'Hi' }], ...fields }),
      })
    const [engine] = childrenOf(server.pid as number).filter(({ command }) => command.includes('out/engine'))
    const streamed = await complete({ max_tokens: 4000, ignore_eos: true, stream: true })
    let told = ''
    for await (const chunk of streamed.body ?? []) {
      if (told === '') process.kill(engine?.pid as number, 'SIGKILL')
      told += Buffer.from(chunk).toString()
    }
    expect(told).toContain('"code":"engine-gone"')
    let again = await complete({ max_tokens: 2 })
    for (; again.status === 503; again = await complete({ max_tokens: 2 })) expect(again.headers.get('retry-after')).toBe('1')
    expect(await again.json()).toMatchObject({ usage: { completion_tokens: 2 } })
    expect((await fetch(`${url}/health`)).status).toBe(200)
  } finally {
    server.kill('SIGTERM')
    await once(server, 'exit')
  }
})

it('headroom serve --api refuses flags that would leave it open, before it loads a model', async () => {
  const refused = async (...flags: string[]) => {
    const { code, err } = await headroom('serve', '--api', '--data', dataFolder(), ...flags)
    return [code, err.split('\n')[0]]
  }
  expect(await refused('--host', '0.0.0.0')).toEqual([2, expect.stringMatching(/^--host needs a key/)])
  expect(await refused('--host', '0.0.0.0', '--no-api-key')).toEqual([2, expect.stringMatching(/^--host needs a key/)])
  expect(await refused('--tls-cert', 'cert.pem')).toEqual([2, '--tls-cert and --tls-key belong together'])
  expect(await refused('--alias', 'a b')).toEqual([2, expect.stringMatching(/^--alias takes/)])
  expect(await refused('--chat-template', '/nowhere.jinja')).toEqual([2, expect.stringMatching(/^cannot read/)])
  expect(await refused('--api-key', 'a b')).toEqual([2, expect.stringMatching(/^--api-key takes/)])
})

it('headroom serve --api serves a model under another name, for requests that name any model, with the chat template of a file', async () => {
  const data = dataFolder()
  const template = join(data, 'template.jinja')
  writeFileSync(template, '{% for message in messages %}[{{ message.role }}] {{ message.content }}{% endfor %}>')
  const own = ['--alias', 'tiny', '--chat-template', template, '--no-api-key']
  const server = start(['serve', '--api', '--port', '0', '--json', '--threads', '1', '--ctx', '256', '--data', data, ...own])
  try {
    const [line] = (await once(createInterface(server.stdout), 'line')) as [string]
    const { url, key, model } = JSON.parse(line) as { url: string; key: null; model: string }
    expect({ key, model }).toEqual({ key: null, model: 'tiny' })
    const ask = async (path: string, body: object) => (await fetch(url + path, { method: 'POST', body: JSON.stringify(body) })).json()
    const messages = [{ role: 'user', content: 'Hi' }]
    expect(await ask('/apply-template', { messages })).toEqual({ prompt: '<|bos|>[user] Hi>' })
    expect(await ask('/v1/chat/completions', { model: 'gpt-4o', messages, max_tokens: 2 })).toMatchObject({
      model: 'tiny',
      system_fingerprint: expect.stringMatching(/^b/),
    })
  } finally {
    server.kill('SIGTERM')
    await once(server, 'exit')
  }
})

it.each([
  ['64', true],
  ['0', false],
])('headroom serve --api --cache-ram %s: a conversation that lost its sequence is in memory: %s', async (limit, isKept) => {
  const flags = ['--sequences', '1', '--cache-ram', limit, '--no-api-key', '--json', '--threads', '1', '--ctx', '1024']
  const server = start(['serve', '--api', '--port', '0', ...flags, '--data', dataFolder()])
  try {
    const [line] = (await once(createInterface(server.stdout), 'line')) as [string]
    const { url } = JSON.parse(line) as { url: string }
    const cachedOf = async (text: string) => {
      const body = JSON.stringify({ messages: [{ role: 'user', content: text.repeat(12) }], max_tokens: 2 })
      const answer = await fetch(`${url}/v1/chat/completions`, { method: 'POST', body })
      const { usage } = (await answer.json()) as { usage: { prompt_tokens_details: { cached_tokens: number } } }
      return usage.prompt_tokens_details.cached_tokens
    }
    await cachedOf('One text about a lake. ')
    await cachedOf('Another text, about a desert. ')
    expect((await cachedOf('One text about a lake. ')) > 64).toBe(isKept)
  } finally {
    server.kill('SIGTERM')
    await once(server, 'exit')
  }
})

it('headroom serve --api refuses a limit for copies that is no number of MiB', async () => {
  const refused = await headroom('serve', '--api', '--cache-ram', '1.5')
  expect([refused.code, refused.err]).toEqual([2, expect.stringContaining('--cache-ram takes a whole number')])
})
