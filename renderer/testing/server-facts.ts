import type { RemoteTurn } from '../../core/contract/remote/remote-turn'
import type { ConnectedServer, SavedServer } from '../../core/contract/remote/servers'
import { derived, measured, none, reported } from '../../core/remote/figure'
import type { ServerFacts, ServerStatus } from '../../core/remote/server-facts'

export const serverFacts = (change: Partial<ServerFacts> = {}): ServerFacts => ({
  kind: 'llama-server',
  version: 'b9000-abcdef0',
  models: [{ id: 'tiny', contextTokens: 4096, state: 'loaded' }],
  slots: 2,
  chatTemplate: null,
  abilities: {
    tools: true,
    reasoning: null,
    schema: null,
    images: false,
    logprobs: null,
    cachedTokens: null,
    metrics: true,
    slots: true,
  },
  ...change,
})

export const savedServer = (change: Partial<SavedServer> = {}): SavedServer => ({
  id: 'lab',
  name: 'Lab',
  url: 'http://gpu-box.lan:8080',
  key: 'keychain',
  model: 'tiny',
  ...change,
})

export const connectedServer = (change: Partial<ConnectedServer> = {}): ConnectedServer => ({
  id: 'lab',
  name: 'Lab',
  url: 'http://gpu-box.lan:8080',
  model: 'tiny',
  facts: serverFacts(),
  ...change,
})

export const serverStatus = (change: Partial<ServerStatus> = {}): ServerStatus => ({
  atMs: 1,
  occupancy: derived(0.25, 'slot-tokens-over-slot-cells'),
  usedTokens: derived(2048, 'sum-of-slot-tokens'),
  totalTokens: derived(8192, 'context-times-slots'),
  running: reported(1, 'llamacpp:requests_processing'),
  waiting: reported(0, 'llamacpp:requests_deferred'),
  prefixHits: none('too-few-readings'),
  preemptions: none('not-given'),
  generatedPerSecond: none('too-few-readings'),
  slots: [
    { id: 0, isProcessing: true, contextTokens: 4096, promptTokens: 2048, cachedTokens: 1000, decodedTokens: 12 },
    { id: 1, isProcessing: false, contextTokens: 4096, promptTokens: null, cachedTokens: null, decodedTokens: null },
  ],
  restarted: false,
  ...change,
})

export const remoteTurn = (change: Partial<RemoteTurn> = {}): RemoteTurn => ({
  server: { url: 'http://gpu-box.lan:8080', kind: 'llama-server', model: 'tiny' },
  stopReason: 'token-limit',
  pieces: 40,
  gapsMs: { p50: 20, p90: 24, p99: 60 },
  seed: null,
  figures: {
    promptTokens: reported(1200, 'usage.prompt_tokens'),
    cachedTokens: reported(1000, 'usage.prompt_tokens_details.cached_tokens'),
    processedTokens: derived(200, 'prompt-minus-cached-tokens'),
    outputTokens: reported(40, 'usage.completion_tokens'),
    reasoningTokens: none('not-given'),
    ttftMs: measured(180),
    promptMs: reported(90, 'timings.prompt_ms'),
    otherTtftMs: derived(90, 'ttft-minus-prompt-time'),
    outputMs: reported(800, 'timings.predicted_ms'),
    tpotMs: derived(20.5, 'client-time-over-later-tokens'),
    clientTokensPerSecond: derived(48.8, 'later-tokens-over-client-time'),
    serverTokensPerSecond: derived(50, 'output-tokens-over-output-time'),
    totalMs: measured(990),
    draftedTokens: none('not-given'),
    acceptedTokens: none('not-given'),
  },
  ...change,
})
