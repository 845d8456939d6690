import { fileURLToPath } from 'node:url'
import { Ajv2020 } from 'ajv/dist/2020'
import { expect, it } from 'vitest'
import { mutated } from '../../../core/serve/testing/random-json'
import { seededRandom } from '../../../core/stats/seeded-random'
import { MadeService } from '../testing/made-service'
import { dialects } from './dialects'
import { openApi } from './open-api'
import { type Route, RouteTable } from './route-table'

interface Operation {
  readonly parameters?: readonly object[]
  readonly requestBody?: { readonly content: { readonly 'application/json': { readonly schema: object } } }
}
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}

const service = new MadeService(fileURLToPath(new URL('../../../native-models/fixtures/llama-gqa.gguf', import.meta.url)))
const table = new RouteTable()
for (const dialect of dialects) dialect(table, service)
const document = openApi(table.all, '0') as Document
const described = ({ method, path }: Route) => document.paths[path.replace(/:(\w+)(\{[^}]*\})?/g, '{$1}')]?.[method.toLowerCase()]

it('describes every path that the server has, and no other', () => {
  expect(table.all.length).toBeGreaterThan(20)
  expect(table.all.filter((route) => !described(route)).map(({ path }) => path)).toEqual([])
  const operations = Object.values(document.paths).flatMap((path) => Object.keys(path))
  expect(operations).toHaveLength(new Set(table.all.map(({ method, path }) => `${method} ${path}`)).size)
})

it('describes the query of a path', () => {
  expect(document.paths['/v1/responses/{id}/input_items']?.get?.parameters).toContainEqual({
    name: 'limit',
    in: 'query',
    required: false,
    schema: expect.objectContaining({ maximum: 100 }),
  })
})

it('has schemas that refuse the same bodies as the server, in 2,000 random bodies per path', () => {
  const bodies = table.all.flatMap((route) => (route.options.body ? [{ route, schema: route.options.body }] : []))
  expect(bodies.length).toBeGreaterThan(8)
  const samples: readonly object[] = [
    { messages: [{ role: 'user', content: 'Hi' }], temperature: 1, stop: ['x'], max_tokens: 5, stream: true },
    { prompt: 'Hi', seed: 1, n_predict: 4, echo: true, suffix: '' },
    { input: 'Hi', instructions: 'x', content: 'x', tokens: [1] },
  ]
  for (const { route, schema } of bodies) {
    const documented = described(route)?.requestBody?.content['application/json'].schema
    if (!documented) throw new Error(`Expected a schema for ${route.path}`)
    const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(documented)
    const random = seededRandom(1)
    const differing = Array.from({ length: 2000 }, () => {
      const sample = samples[Math.floor(random() * samples.length)]
      return JSON.parse(JSON.stringify(mutated(mutated(sample, random), random))) as unknown
    }).filter((body) => schema.safeParse(body).success && !validate(body))
    // What zod checks beyond JSON Schema, such as unique names, only the server refuses.
    expect([route.path, differing.slice(0, 2)]).toEqual([route.path, []])
  }
})
