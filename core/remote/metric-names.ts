import type { ServerKind } from './server-facts'

/** The names of a metric, newest first, and what gives it. */
export interface MetricName {
  readonly names: readonly string[]
  readonly type: 'gauge' | 'counter' | 'info'
}

const gauge = (...names: string[]): MetricName => ({ names, type: 'gauge' })
const counter = (...names: string[]): MetricName => ({ names, type: 'counter' })

export interface MetricNames {
  readonly occupancy?: MetricName
  readonly usedTokens?: MetricName
  readonly totalTokens?: MetricName
  readonly running?: MetricName
  readonly waiting?: MetricName
  readonly prefixHits?: MetricName
  readonly preemptions?: MetricName
  readonly generatedPerSecond?: MetricName
  readonly generatedTokens?: MetricName
  /** Prompt tokens that were processed. */
  readonly processedTokens?: MetricName
  /** Prompt tokens that were looked up in the cache. */
  readonly askedTokens?: MetricName
  readonly cachedTokens?: MetricName
  /** Has the labels num_gpu_blocks and block_size. */
  readonly cacheConfig?: MetricName
}

/**
 * llama-server: `to_metrics` in llama.cpp's tools/server/server-task.cpp (v0.4.0); the cached tokens are not in older versions.
 * vLLM: vllm/v1/metrics/loggers.py (0.32.0); the names with `gpu_` are older. prometheus_client adds `_total` to counters.
 * SGLang: python/sglang/srt/observability/metrics_collector.py.
 */
export const metricNames: Readonly<Partial<Record<ServerKind, MetricNames>>> = {
  'llama-server': {
    running: gauge('llamacpp:requests_processing'),
    waiting: gauge('llamacpp:requests_deferred'),
    generatedTokens: counter('llamacpp:tokens_predicted_total'),
    processedTokens: counter('llamacpp:prompt_tokens_total'),
    cachedTokens: counter('llamacpp:prompt_tokens_cached_total'),
  },
  vllm: {
    occupancy: gauge('vllm:kv_cache_usage_perc', 'vllm:gpu_cache_usage_perc'),
    running: gauge('vllm:num_requests_running'),
    waiting: gauge('vllm:num_requests_waiting'),
    preemptions: counter('vllm:num_preemptions_total'),
    generatedTokens: counter('vllm:generation_tokens_total'),
    askedTokens: counter('vllm:prefix_cache_queries_total', 'vllm:gpu_prefix_cache_queries_total'),
    cachedTokens: counter('vllm:prefix_cache_hits_total', 'vllm:gpu_prefix_cache_hits_total'),
    cacheConfig: { names: ['vllm:cache_config_info'], type: 'info' },
  },
  sglang: {
    occupancy: gauge('sglang:token_usage'),
    usedTokens: gauge('sglang:num_used_tokens'),
    totalTokens: gauge('sglang:max_total_num_tokens'),
    running: gauge('sglang:num_running_reqs'),
    waiting: gauge('sglang:num_queue_reqs'),
    prefixHits: gauge('sglang:cache_hit_rate'),
    // The older gauge num_retracted_reqs counts something else: the requests that are retracted now.
    preemptions: counter('sglang:num_retracted_requests_total'),
    generatedPerSecond: gauge('sglang:gen_throughput'),
    generatedTokens: counter('sglang:generation_tokens_total'),
  },
}

/** The start of the server in Unix seconds. Prometheus' client libraries report it. */
export const startMetric = 'process_start_time_seconds'

const prefixes: Readonly<Partial<Record<ServerKind, string>>> = { 'llama-server': 'llamacpp:', vllm: 'vllm:', sglang: 'sglang:' }

/** True for a metrics page of this kind of server. */
export function namesServer(page: string, kind: ServerKind): boolean {
  const prefix = prefixes[kind]
  return prefix !== undefined && page.split('\n', 5000).some((line) => line.startsWith(prefix))
}

/** Empty for a server without metrics. */
export function namesOf(kind: ServerKind): ReadonlySet<string> {
  const metrics = metricNames[kind]
  return new Set(metrics && [startMetric, ...Object.values(metrics).flatMap(({ names }: MetricName) => names)])
}
