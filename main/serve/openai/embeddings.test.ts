import OpenAI from 'openai'
import { expect, it } from 'vitest'
import { madeServer } from '../testing/made-server'

async function connected() {
  const { url } = await madeServer()
  const ask = async (body: object) => {
    const response = await fetch(`${url}/v1/embeddings`, { method: 'POST', body: JSON.stringify(body) })
    return { status: response.status, json: (await response.json()) as { data: { embedding: unknown }[]; error: unknown } }
  }
  return { client: new OpenAI({ baseURL: `${url}/v1`, apiKey: 'none', maxRetries: 0 }), ask }
}

it('takes a text, texts, tokens and lists of tokens', async () => {
  const { client } = await connected()
  const inputs = ['ab', ['ab', 'abcd'], [5, 6], [[5, 6], [7]]]
  const lengths = await Promise.all(
    inputs.map(async (input) => {
      const { data, usage } = await client.embeddings.create({ model: 'pocket', input: input as string[] })
      return [data.map(({ index }) => index), usage.prompt_tokens]
    }),
  )
  expect(lengths).toEqual([
    [[0], 2],
    [[0, 1], 6],
    [[0], 2],
    [[0, 1], 3],
  ])
})

it('gives the same numbers as a list and in base64', async () => {
  const { ask } = await connected()
  const vector = async (encoding_format?: string) => (await ask({ input: 'abc', encoding_format })).json.data[0]?.embedding
  const numbers = await vector()
  expect(await vector('float')).toEqual(numbers)
  // 1/3 and √(8/9), as little-endian floats.
  expect(await vector('base64')).toBe('q6qqPu9bcT8=')
  expect(numbers).toEqual([Math.fround(1 / 3), Math.fround(Math.sqrt(8 / 9))])
})

it('refuses wrong fields by name, and inputs that are empty, too long or too many', async () => {
  const { ask } = await connected()
  for (const [change, param] of [
    [{ input: undefined }, 'input'],
    [{ input: '' }, 'input'],
    [{ input: [] }, 'input'],
    [{ input: ['a', ''] }, 'input[1]'],
    [{ input: [[]] }, 'input[0]'],
    [{ input: [-1] }, 'input[0]'],
    [{ input: Array.from({ length: 2049 }, () => 'a') }, 'input'],
    [{ encoding_format: 'int8' }, 'encoding_format'],
    [{ dimensions: 0 }, 'dimensions'],
    [{ dimensions: 8 }, 'dimensions'],
    [{ truncate: true }, 'truncate'],
  ] as const)
    expect([change, await ask({ input: 'a', ...change })]).toMatchObject([change, { status: 400, json: { error: { param } } }])
  expect(await ask({ input: 'a'.repeat(5000) })).toMatchObject({
    status: 400,
    json: { error: { type: 'exceed_context_size_error', n_prompt_tokens: 5000, n_ctx: 4096 } },
  })
})
