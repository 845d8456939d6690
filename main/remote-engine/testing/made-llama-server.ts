/** A server that answers as llama-server does, one word at a time. */
import { type Asked, MadeServer } from './made-server'

const contextTokens = 4096

const props = {
  default_generation_settings: { params: {}, n_ctx: contextTokens },
  total_slots: 2,
  model_path: '/models/tiny.gguf',
  modalities: { vision: false, audio: false },
  endpoint_slots: true,
  endpoint_props: false,
  endpoint_metrics: true,
  chat_template: '{{ messages }}',
  chat_template_caps: { supports_tools: true },
  build_info: 'b9000-abcdef0',
  is_sleeping: false,
}

const models = {
  object: 'list',
  data: [{ id: 'tiny', object: 'model', owned_by: 'llamacpp', meta: { n_ctx: contextTokens, n_ctx_train: 32_768 } }],
}

export interface LlamaOptions {
  readonly port?: number
  readonly key?: string
  /** Whether its model reads images. null: it does not say. */
  readonly images?: boolean | null
  /** Whether it applies its template and counts tokens for others. */
  readonly counts?: boolean
  /** Called after the words. The answer ends when it resolves. */
  readonly beforeEnd?: (asked: Asked) => Promise<void>
  readonly words?: (asked: Asked) => readonly string[]
  /** Called before each word but the first. */
  readonly between?: () => Promise<void>
  readonly promptTokens?: (asked: Asked) => { readonly total: number; readonly cached: number }
  /** OpenAI's `tool_calls`, instead of words. */
  readonly calls?: (asked: Asked) => readonly object[]
}

const answerWords = ['A ', 'cell ', 'holds ', 'one ', 'token.']

export function startLlamaServer({
  port,
  key,
  images = false,
  counts = true,
  beforeEnd,
  words = () => answerWords,
  between,
  promptTokens = () => ({ total: 20, cached: 12 }),
  calls = () => [],
}: LlamaOptions = {}): Promise<MadeServer> {
  let [processed, cached, predicted] = [0, 0, 0]
  let held: object = {}
  return MadeServer.start(async (asked) => {
    const { path, headers, reply } = asked
    if (key !== undefined && headers.authorization !== `Bearer ${key}`)
      return reply.json({ error: { message: 'Invalid API Key', type: 'authentication_error', code: 401 } }, 401)
    switch (path) {
      case '/v1/models':
        return reply.json(models)
      case '/props':
        return reply.json({ ...props, modalities: images === null ? {} : { vision: images, audio: false } })
      case '/slots':
        return reply.json([
          { id: 0, n_ctx: contextTokens, speculative: false, is_processing: false },
          { id: 1, n_ctx: contextTokens, speculative: false, is_processing: false, ...held },
        ])
      case '/metrics':
        return reply.text(`# TYPE llamacpp:prompt_tokens_total counter
llamacpp:prompt_tokens_total ${processed}
llamacpp:prompt_tokens_cached_total ${cached}
llamacpp:tokens_predicted_total ${predicted}
llamacpp:requests_processing 0
llamacpp:requests_deferred 0
`)
      case '/apply-template':
        if (counts) return reply.json({ prompt: JSON.stringify([asked.body.tools ?? [], asked.body.messages]) })
        break
      case '/tokenize':
        if (counts) return reply.json({ tokens: asked.body.content.match(/\w+/g).map((_: string, at: number) => at) })
        break
      case '/v1/chat/completions': {
        const called = calls(asked)
        const written = called.length > 0 ? [] : words(asked)
        const { total, cached: reused } = promptTokens(asked)
        if (asked.body.return_progress)
          reply.event({ choices: [], prompt_progress: { total, cache: reused, processed: total, time_ms: 1 } })
        for (const [at, content] of written.entries()) {
          if (at > 0) await between?.()
          reply.delta({ content })
        }
        if (called.length > 0) reply.delta({ tool_calls: called })
        await beforeEnd?.(asked)
        ;[processed, cached, predicted] = [processed + total - reused, cached + reused, predicted + written.length]
        held = { id_task: 1, n_prompt_tokens: total, n_prompt_tokens_processed: total - reused, n_prompt_tokens_cache: reused }
        return reply.finish(called.length > 0 ? 'tool_calls' : 'stop', {
          usage: { prompt_tokens: total, completion_tokens: written.length, prompt_tokens_details: { cached_tokens: reused } },
          timings: { cache_n: reused, prompt_n: total - reused, prompt_ms: 0.5, predicted_n: written.length, predicted_ms: 50 },
        })
      }
    }
    return reply.json({ error: { message: 'File Not Found', type: 'not_found_error', code: 404 } }, 404)
  }, port)
}
