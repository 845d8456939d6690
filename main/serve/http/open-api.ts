/** Describes the registered routes, with the schemas that their handlers use. */
import { z } from 'zod'
import type { Route } from './route-table'

export function openApi(routes: readonly Route[], version: string): object {
  const paths: Record<string, Record<string, object>> = {}
  for (const route of routes) {
    const path = route.path.replace(/:(\w+)(\{[^}]*\})?/g, '{$1}')
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(route, path) }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Headroom', version, description: 'The local API server of Headroom.' },
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' }, 'x-api-key': { type: 'apiKey', in: 'header', name: 'x-api-key' } },
    },
    security: [{ bearer: [] }, { 'x-api-key': [] }],
    paths,
  }
}

function operationOf({ frame, method, options }: Route, path: string): object {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({ name, in: 'path', required: true, schema: { type: 'string' } }))
  const inQuery = Object.entries(options.query?.shape ?? {}).map(([name, field]) => ({
    name,
    in: 'query',
    required: false,
    schema: schemaOf(field as z.ZodType),
  }))
  const parameters = [...inPath, ...inQuery]
  return {
    tags: [frame.dialect],
    ...(options.summary ? { summary: options.summary } : {}),
    ...(options.isPublic ? { security: [] } : {}),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(method === 'POST'
      ? {
          requestBody: {
            required: !options.takesNoBody,
            content: { 'application/json': { schema: options.body ? schemaOf(options.body) : { type: 'object' } } },
          },
        }
      : {}),
    responses: { 200: { description: 'The answer.' }, default: { description: 'A refusal in the shape of this dialect.' } },
  }
}

function schemaOf(type: z.ZodType): object {
  const { $schema: _, ...schema } = z.toJSONSchema(type, { io: 'input', unrepresentable: 'any' })
  return schema
}
