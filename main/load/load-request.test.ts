import { expect, it } from 'vitest'
import { openAiBody } from '../../core/remote/chat/openai-body'
import { loadRequest } from './load-request'

it.each(['llama-server', 'vllm', 'sglang', 'openai'] as const)(
  'a request of a load test asks %s for no figures with each token',
  (kind) => {
    const request = loadRequest('tiny', [{ role: 'user', text: 'Hi' }], 32)
    const body = openAiBody(kind, request)
    expect(body).toMatchObject({ max_tokens: 32, temperature: 0, stream: true, stream_options: { include_usage: true } })
    expect(JSON.stringify(body)).not.toMatch(/timings_per_token|return_progress|continuous_usage_stats/)
    expect('ignore_eos' in body).toBe(kind !== 'openai')
    // Without the switch, the same request does.
    const usual = JSON.stringify(openAiBody(kind, { ...request, isQuiet: false }))
    expect(/timings_per_token|continuous_usage_stats/.test(usual)).toBe(kind !== 'openai')
  },
)
