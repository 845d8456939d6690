import { chmodSync, rmSync } from 'node:fs'
import { afterAll, expect, it } from 'vitest'
import { redJpeg, redPng } from '../../core/documents/testing/made-images'
import { startLlamaServer } from '../remote-engine/testing/made-llama-server'
import { endOf, folder, headroom, start, written } from './testing/run-headroom'

afterAll(() => rmSync(folder, { recursive: true, force: true }))

const privateFile = (name: string, text: string): string => {
  const path = written(name, text)
  chmodSync(path, 0o600)
  return path
}

it('prints the answer of a server, and each figure with its source', async () => {
  const server = await startLlamaServer()
  const { code, out, err } = await headroom('chat', '--url', `127.0.0.1:${server.port}/v1`, '--prompt', 'What is a cell?')
  expect([code, out]).toEqual([0, 'A cell holds one token.\n'])
  expect(err).toContain('llama-server b9000-abcdef0, model tiny')
  expect(err).toMatch(/^TTFT +[\d.]+ m?s {2}measured here$/m)
  expect(err).toMatch(/^Reused +12 {2}reported by the server: usage.prompt_tokens_details.cached_tokens$/m)
  expect(err).toMatch(/^Processed +8 {2}calculated: prompt tokens − cached tokens$/m)
  expect(err).toMatch(/^Reasoning +not available {2}not available: the server does not report it$/m)
})

it('prints the same as JSON, for one answer and for several', async () => {
  const server = await startLlamaServer()
  const flags = ['chat', '--url', server.url, '--prompt', 'What is a cell?', '--json'] as const
  expect(JSON.parse((await headroom(...flags)).out)).toMatchObject({
    text: 'A cell holds one token.',
    stopReason: 'end-of-text',
    server: { url: server.url, kind: 'llama-server', model: 'tiny' },
    figures: { promptTokens: { kind: 'reported', value: 20 }, ttftMs: { kind: 'measured' } },
  })
  const { answers } = JSON.parse((await headroom(...flags, '--answers', '2', '--seed', '5')).out)
  expect(answers.map(({ seed }: { seed: number }) => seed)).toEqual([5, 6])
})

it('takes the key from a private file or from the environment, and never prints it', async () => {
  const server = await startLlamaServer({ key: 'sk-secret' })
  const flags = ['chat', '--url', server.url, '--prompt', 'Hi'] as const
  const file = privateFile('key.txt', 'sk-secret\n')
  expect((await headroom(...flags, '--key-file', file)).code).toBe(0)
  chmodSync(file, 0o644)
  const shared = await headroom(...flags, '--key-file', file)
  expect(shared.code).toBe(2)
  expect(shared.err).toContain('other users can read the key file')
  const without = await headroom(...flags)
  expect(without.code).toBe(2)
  expect(without.err).toMatch(/^server-key-refused: /)
  const wrong = await headroom(...flags, '--key-file', privateFile('wrong.txt', 'sk-wrong'))
  expect(wrong.err).toContain('refused the key')
  expect(wrong.err).not.toContain('sk-wrong')
})

it('keeps what came if the server is lost, and ends with 4', async () => {
  const server = await startLlamaServer({ beforeEnd: async ({ reply }) => reply.drop() })
  const { code, out, err } = await headroom('chat', '--url', server.url, '--prompt', 'Hi')
  expect([code, out]).toEqual([4, 'A cell holds one token.\n'])
  expect(err).toContain('The part of the answer that arrived was kept.')
  expect(server.asked.filter(({ path }) => path === '/v1/chat/completions')).toHaveLength(1)
})

it('closes the connection at Ctrl+C and prints the figures of what came', async () => {
  const written = { resolve: () => {} }
  const isWritten = new Promise<void>((resolve) => {
    written.resolve = resolve
  })
  const server = await startLlamaServer({
    beforeEnd: async ({ reply }) => {
      written.resolve()
      await reply.closed
    },
  })
  const child = start(['chat', '--url', server.url, '--prompt', 'Hi'])
  const end = endOf(child)
  await isWritten
  child.stdout.once('data', () => child.kill('SIGINT'))
  const { code, err } = await end
  expect(code).toBe(130)
  expect(err).toMatch(/^TTFT .* measured here$/m)
})

it('refuses what a server cannot do, before it asks the server', async () => {
  const server = await startLlamaServer()
  const flags = ['chat', '--url', server.url, '--prompt', 'Hi'] as const
  expect((await headroom(...flags, '--ctx', '4096')).err).toContain('--ctx is for a model on this machine')
  expect((await headroom(...flags, '--reasoning', '50')).err).toContain('--reasoning takes on or off with --url')
  expect((await headroom('chat', 'pocket', '--url', server.url, '--prompt', 'Hi')).code).toBe(2)
  expect((await headroom('chat', 'pocket', '--key-file', 'key.txt', '--prompt', 'Hi')).err).toContain('--key-file needs --url URL')
  expect(server.asked).toEqual([])
})

it('sends images before documents and the prompt, to each answer', async () => {
  const server = await startLlamaServer({ images: true })
  const flags = ['chat', '--url', server.url, '--prompt', 'What is it?', '--document', written('notes.txt', 'A cell.')] as const
  const images = ['--image', written('red.png', redPng), '--image', written('red.jpg', redJpeg), '--answers', '2'] as const
  expect((await headroom(...flags, ...images)).code).toBe(0)
  const sent = server.asked.filter(({ path }) => path === '/v1/chat/completions').map(({ body }) => body.messages)
  const urls = [`data:image/png;base64,${redPng.toString('base64')}`, `data:image/jpeg;base64,${redJpeg.toString('base64')}`]
  const text = '<document name="notes.txt">\nA cell.\n</document>\n\nWhat is it?'
  const content = [...urls.map((url) => ({ type: 'image_url', image_url: { url } })), { type: 'text', text }]
  expect(sent).toEqual([[{ role: 'user', content }], [{ role: 'user', content }]])
})

it('sends an image to a server that does not say whether its model reads images', async () => {
  const server = await startLlamaServer({ images: null })
  const image = written('red.png', redPng)
  expect((await headroom('chat', '--url', server.url, '--prompt', 'What is it?', '--image', image)).code).toBe(0)
})

it('refuses images for a model that does not read them, and files that are no images', async () => {
  const server = await startLlamaServer({ images: false })
  const flags = ['chat', '--url', server.url, '--prompt', 'What is it?', '--image'] as const
  const image = written('red.png', redPng)
  const refused = await headroom(...flags, image)
  expect([refused.code, refused.out]).toEqual([2, ''])
  expect(refused.err).toMatch(/^images-refused: The server reports that tiny does not read images\./m)
  expect((await headroom(...flags, written('notes.txt', 'A cell.'))).err).toContain('notes.txt is not a PNG, JPEG or WebP image.')
  expect((await headroom(...flags, written('cut.png', redPng.subarray(0, 15)))).err).toContain('cut.png is a damaged or incomplete image.')
  expect((await headroom(...flags, `${image}.none`)).err).toMatch(/^file-not-found: /m)
  const local = await headroom('chat', 'pocket', '--prompt', 'What is it?', '--image', image)
  expect([local.code, local.out]).toEqual([2, ''])
  expect(local.err).toMatch(/^images-refused: pocket runs on this machine, where models cannot read images\./m)
  expect(server.asked.filter(({ path }) => path === '/v1/chat/completions')).toEqual([])
})

it('says why a server cannot be reached', async () => {
  const server = await startLlamaServer()
  const { url } = server
  await server.stop()
  const { code, err } = await headroom('chat', '--url', url, '--prompt', 'Hi')
  expect(code).toBe(2)
  expect(err).toMatch(/^server-unreachable: /)
  expect((await headroom('chat', '--url', 'ftp://host', '--prompt', 'Hi')).err).toMatch(/^server-address-invalid: /)
})
