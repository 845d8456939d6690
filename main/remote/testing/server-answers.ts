/** The answers of small servers, as their sources write them. */
import { json, type Reply, status } from './lying-server'

const model = (fields: object) => ({ object: 'list', data: [{ id: 'tiny', object: 'model', ...fields }] })

export const text = (page: string): Reply => status(200, page)

export const llamaProps = {
  default_generation_settings: { params: {}, n_ctx: 4096 },
  total_slots: 2,
  model_path: '/models/tiny.gguf',
  modalities: { vision: true, audio: false },
  endpoint_slots: true,
  endpoint_props: false,
  endpoint_metrics: true,
  chat_template: '{{ messages }}',
  chat_template_caps: { supports_tools: true },
  build_info: 'b9000-abcdef0',
  is_sleeping: false,
}

export const llamaSlots = [
  { id: 0, n_ctx: 4096, speculative: false, is_processing: false },
  {
    id: 1,
    n_ctx: 4096,
    speculative: false,
    is_processing: true,
    id_task: 7,
    n_prompt_tokens: 1024,
    n_prompt_tokens_processed: 24,
    n_prompt_tokens_cache: 1000,
    next_token: [{ has_next_token: true, has_new_line: false, n_remain: -1, n_decoded: 12 }],
  },
]

export const llamaMetrics = (counters: {
  processed: number
  cached: number
  predicted: number
}): string => `# HELP llamacpp:prompt_tokens_total x
# TYPE llamacpp:prompt_tokens_total counter
llamacpp:prompt_tokens_total ${counters.processed}
llamacpp:prompt_tokens_cached_total ${counters.cached}
llamacpp:tokens_predicted_total ${counters.predicted}
# TYPE llamacpp:requests_processing gauge
llamacpp:requests_processing 1
llamacpp:requests_deferred 3
`

export const llamaServer = (): Record<string, Reply> => ({
  '/v1/models': json(model({ owned_by: 'llamacpp', meta: { n_ctx: 4096, n_ctx_train: 32768 } })),
  '/props': json(llamaProps),
  '/slots': json(llamaSlots),
  '/metrics': text(llamaMetrics({ processed: 100, cached: 300, predicted: 50 })),
})

export const vllmMetrics = `# TYPE vllm:kv_cache_usage_perc gauge
vllm:kv_cache_usage_perc{engine="0",model_name="tiny"} 0.25
vllm:num_requests_running{engine="0",model_name="tiny"} 2.0
vllm:num_requests_waiting{engine="0",model_name="tiny"} 1.0
vllm:num_preemptions_total{engine="0",model_name="tiny"} 4.0
vllm:prefix_cache_queries_total{engine="0",model_name="tiny"} 1000.0
vllm:prefix_cache_hits_total{engine="0",model_name="tiny"} 400.0
vllm:generation_tokens_total{engine="0",model_name="tiny"} 5000.0
vllm:cache_config_info{block_size="16",num_gpu_blocks="1024",engine="0"} 1.0
`

export const vllm = (): Record<string, Reply> => ({
  '/v1/models': json(model({ owned_by: 'vllm', max_model_len: 8192, root: 'tiny' })),
  '/version': json({ version: '0.11.0' }),
  '/metrics': text(vllmMetrics),
})

export const sglangMetrics = `sglang:token_usage{model_name="tiny",tp_rank="0"} 0.5
sglang:token_usage{model_name="tiny",tp_rank="1"} 0.5
sglang:num_used_tokens{model_name="tiny",tp_rank="0"} 512
sglang:max_total_num_tokens{model_name="tiny",tp_rank="0"} 1024
sglang:num_running_reqs{model_name="tiny",tp_rank="0"} 3
sglang:num_running_reqs{model_name="tiny",tp_rank="1"} 3
sglang:num_queue_reqs{model_name="tiny",tp_rank="0"} 0
sglang:cache_hit_rate{model_name="tiny",tp_rank="0"} 0.75
sglang:num_retracted_requests_total{model_name="tiny",tp_rank="0"} 0
sglang:gen_throughput{model_name="tiny",tp_rank="0"} 123.5
`

export const sglang = (): Record<string, Reply> => ({
  '/v1/models': json(model({ owned_by: 'sglang', max_model_len: 1024 })),
  '/server_info': json({
    version: '0.5.3',
    api_key: 'sk-of-the-server',
    max_total_num_tokens: 1024,
    max_running_requests: 48,
    internal_states: [{}],
    reasoning_parser: 'qwen3',
    tool_call_parser: null,
    enable_cache_report: true,
    enable_metrics: true,
  }),
  '/metrics': text(sglangMetrics),
  // SGLang imitates Ollama.
  '/api/version': json({ version: '0.0.1' }),
  '/api/tags': json({ models: [{ name: 'tiny' }] }),
})

export const ollama = (): Record<string, Reply> => ({
  '/v1/models': json({ object: 'list', data: [{ id: 'tiny:latest', object: 'model', owned_by: 'library' }] }),
  '/api/version': json({ version: '0.13.0' }),
  '/api/tags': json({ models: [{ name: 'tiny:latest' }, { name: 'large:70b' }] }),
  '/api/ps': json({ models: [{ name: 'tiny:latest', size: 1, size_vram: 0, context_length: 4096 }] }),
})

/** LM Studio answers unknown paths with status 200. */
export const lmStudio = (): Record<string, Reply> => ({
  '*': json({ error: 'Unexpected endpoint or method. (GET /props)' }),
  '/v1/models': json({ object: 'list', data: [{ id: 'tiny', object: 'model', owned_by: 'organization_owner' }] }),
  '/api/v1/models': json({
    models: [
      { type: 'llm', key: 'tiny', loaded_instances: [{ id: 'tiny', config: { context_length: 4096 } }], max_context_length: 32768 },
      { type: 'llm', key: 'large', loaded_instances: [], max_context_length: 131072 },
      { type: 'embedding', key: 'embed', loaded_instances: [] },
    ],
  }),
})
