import { coded } from '../../../core/contract/errors/coded-error'
import { llamaRefused } from '../../../core/serve/llama-cpp/refused'
import { completionRequest, detokenizeRequest, embeddingRequest, tokenizeRequest } from '../../../core/serve/llama-cpp/request-schema'
import { slotJson } from '../../../core/serve/llama-cpp/slots-json'
import { RequestMetrics } from '../metrics/request-metrics'
import { ModelHeaders } from '../model-headers'
import { json, text } from '../reply'
import type { Dialect, DialectFrame } from '../routes'
import { applyTemplate } from './apply-template'
import { completion } from './completion'
import { embedding } from './embedding'
import { props } from './props'
import { detokenize, tokenize } from './tokens'

const frame: DialectFrame = { dialect: 'llama.cpp', refused: llamaRefused }
const refuse = (status: number, type: string, message: string) => json({ error: { code: status, message, type } }, status)

/** llama-server has these, the engine does not. */
const unsupported = {
  post: ['/infill', '/rerank', '/reranking', '/v1/rerank', '/v1/reranking', '/lora-adapters', '/slots/:slot', '/props'],
  get: ['/lora-adapters'],
} as const

export const llamaCpp: Dialect = (routes, service) => {
  const headers = new ModelHeaders()
  const metrics = new RequestMetrics(service)

  for (const path of ['/completion', '/completions'])
    routes.post(frame, path, (call) => completion(call, service), { body: completionRequest })
  routes.post(frame, '/tokenize', ({ body }) => tokenize(body, service), { body: tokenizeRequest })
  routes.post(frame, '/detokenize', ({ body }) => detokenize(body, service), { body: detokenizeRequest })
  for (const path of ['/embedding', '/embeddings']) routes.post(frame, path, (call) => embedding(call, service), { body: embeddingRequest })
  routes.post(frame, '/apply-template', (call) => applyTemplate(call, service))
  routes.get(frame, '/props', () => props(service, headers))
  routes.get(frame, '/slots', async ({ query }) => {
    const { contextTokens } = service.model(null)
    const slots = (await service.slots()).map((sample) => slotJson(sample, contextTokens))
    const isFull = slots.every((slot) => slot.is_processing)
    if (isFull && query.get('fail_on_no_slot')) return refuse(503, 'unavailable_error', 'no slot available')
    return json(slots)
  })
  for (const method of ['get', 'post'] as const)
    for (const path of unsupported[method])
      routes[method](
        frame,
        path,
        () => {
          throw coded('api-path-unsupported', { method: method.toUpperCase(), path })
        },
        { takesNoBody: true, summary: 'Refused: llama-server has it, the engine does not' },
      )
  const started = { 'Process-Start-Time-Unix': String(Math.floor(service.startedAtMs / 1000)) }
  routes.get(frame, '/metrics', async () => text(await metrics.text(), metrics.contentType, 200, started))
  for (const path of ['/health', '/v1/health'])
    routes.get(
      frame,
      path,
      () => (service.models().length > 0 ? json({ status: 'ok' }) : refuse(503, 'unavailable_error', 'Loading model')),
      { isPublic: true },
    )
}
