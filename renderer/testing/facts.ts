import { settingsOfContext } from '../../core/bandwidth/context-settings'
import { tokenReads } from '../../core/bandwidth/token-reads'
import { noTokens } from '../../core/cells/cell-spans'
import type { AppState, ModelStatus, ReadyModel } from '../../core/contract/app/app-state'
import type { AppEvent } from '../../core/contract/app/events'
import type { CacheSample, ContextReport } from '../../core/contract/cache/cache'
import type { ConversationSummary, ConversationThread, StoredMessage } from '../../core/contract/chat/conversations'
import type { TurnMetrics } from '../../core/contract/chat/turn'
import type { CompareRunSummary } from '../../core/contract/compare/compare-runs'
import type { LibraryState, Transfer } from '../../core/contract/models/library'
import type { LoadedModel, ModelFile } from '../../core/contract/models/models'
import type { TemplateAbilities } from '../../core/contract/models/template-abilities'
import { defaultKvSettings } from '../../core/contract/settings/kv-defaults'
import { makeHeader } from '../../core/gguf/made-header'
import { cacheShapeOf } from '../../core/kv/cache-shape-of'
import type { PlanMachine } from '../../core/plan/machines/machine'
import { planSubjectOf } from '../../core/plan/plan-subject'
import { readModel } from './read-model'

const mebibyte = 2 ** 20
const now = Date.UTC(2026, 0, 15, 12)
/** Wider than any screen. */
export const endlessWord = 'Donaudampfschifffahrtsgesellschaft'.repeat(12)

export const modelFile = (change: Partial<ModelFile> = {}): ModelFile => ({
  id: 'qwen',
  path: '/models/Qwen2.5-0.5B-Instruct-Q4_K_M.gguf',
  name: 'Qwen2.5 0.5B Instruct',
  origin: 'folder',
  architecture: 'qwen2',
  sizeBytes: 380 * mebibyte,
  parts: 1,
  parameters: 494_000_000,
  weightType: 'q4_K',
  layers: 24,
  trainedTokens: 32_768,
  hasChatTemplate: true,
  cost: null,
  lastOpenedAt: now,
  missing: false,
  ...change,
})
export const pocket = modelFile({ id: 'pocket', path: '/app/pocket.gguf', name: 'Pocket', origin: 'embedded', architecture: 'llama' })
export const manyModels = (count: number): ModelFile[] =>
  Array.from({ length: count }, (_, at) => modelFile({ id: `m${at}`, name: `Model ${at + 1}`, path: `/models/${at + 1}.gguf` }))

export const context: ContextReport = {
  contextTokens: 4096,
  trainedTokens: 32_768,
  sequences: 1,
  batchTokens: 512,
  keyType: 'f16',
  valueType: 'f16',
  flashAttention: true,
  swaFullCache: false,
  caches: [{ kind: 'full', cells: 4096, layers: 24, streams: 1, keyBytes: 24 * mebibyte, valueBytes: 24 * mebibyte, exact: true }],
  allocatedBytes: 48 * mebibyte,
  predictedBytes: 48 * mebibyte,
  comparison: [{ kind: 'full', cells: 4096, predictedBytes: 48 * mebibyte, allocatedBytes: 48 * mebibyte }],
  contextBytes: { ram: 350 * mebibyte, vram: 0 },
  threads: { chosen: 4, cores: 8, measured: [] },
}
const abilities: TemplateAbilities = {
  systemRole: true,
  tools: true,
  toolCalls: true,
  parallelCalls: true,
  toolResults: true,
  reasoning: true,
  keepsReasoning: false,
  thinking: 'on',
  efforts: [],
}
const loaded: LoadedModel = {
  path: modelFile().path,
  description: 'qwen2 1B Q4_K - Medium',
  parameters: 494_000_000,
  vocabularyTokens: 151_936,
  trainedTokens: 32_768,
  weightBytes: { ram: 380 * mebibyte, vram: 0 },
  gpuLayers: 0,
  chatTemplate: { source: 'model', name: 'JinjaTemplateChatWrapper', abilities },
  loadMs: 800,
}
export const ready = (file = modelFile(), change: Partial<LoadedModel> = {}): ReadyModel => ({
  status: 'ready',
  file,
  settings: defaultKvSettings,
  model: { ...loaded, ...change },
  context,
  draft: { status: 'none' },
})
export const loading = (file = modelFile()): ModelStatus => ({
  status: 'loading',
  file,
  settings: defaultKvSettings,
  share: 0.4,
  step: 'weights',
})
export const failed: Extract<ModelStatus, { status: 'failed' }> = {
  status: 'failed',
  file: modelFile(),
  settings: defaultKvSettings,
  failure: { code: 'file-not-found', facts: { path: modelFile().path } },
}

export const appState = (change: Partial<AppState> = {}): AppState => ({
  engine: {
    status: 'ready',
    info: { engine: 'llama.cpp', release: 'v0.4.0', backend: 'cpu', devices: [], vram: null, cores: 8, pid: 1 },
  },
  model: ready(),
  turns: [],
  background: null,
  prefixNames: {},
  summary: null,
  toolCalls: [],
  notices: [],
  storeTrouble: null,
  backends: { trials: [], trying: [] },
  bandwidth: { memory: null, isMeasuring: false, peakRevision: 0 },
  compareRunId: null,
  revisions: { conversations: 1, compareRuns: 1, models: 1, settings: 1, preferences: 1, events: 1, updates: 1, api: 1, mcp: 1 },
  ...change,
})

export const conversation = (change: Partial<ConversationSummary> = {}): ConversationSummary => ({
  id: 'c',
  title: 'What is the KV cache?',
  modelId: 'qwen',
  createdAt: now,
  changedAt: now,
  messages: 2,
  isPrivate: false,
  isPinned: false,
  folderId: null,
  ...change,
})
export const manyConversations = (count: number): ConversationSummary[] =>
  Array.from({ length: count }, (_, at) => conversation({ id: `c${at}`, title: `Conversation ${at + 1}`, changedAt: now - at * 3_600_000 }))

export const metrics: TurnMetrics = {
  stopReason: 'end-of-text',
  promptTokens: 120,
  reusedTokens: 80,
  processedTokens: 40,
  outputTokens: 64,
  ttftMs: 210,
  queueMs: 4,
  tokeniseMs: 2,
  prefillMs: 180,
  firstTokenMs: 24,
  itlMs: { p50: 22, p90: 25, p99: 31 },
  tpotMs: 22.6,
  prefillTokensPerSecond: 217,
  decodeTokensPerSecond: 44.2,
  totalMs: 1634,
  usedCells: 184,
  totalCells: 4096,
  seed: 7,
  threads: 4,
  reads: { ...tokenReads(readModel, settingsOfContext(context), 152), location: 'ram' },
  pieces: [
    { usedCells: 136, itlMs: 21.8, endMs: 920 },
    { usedCells: 168, itlMs: 22.3, endMs: 1634 },
  ],
}
export const message = (change: Partial<StoredMessage> = {}): StoredMessage => ({
  id: 'p',
  conversationId: 'c',
  parentId: null,
  role: 'user',
  text: 'What is the KV cache?',
  state: 'complete',
  createdAt: now,
  turnId: null,
  setId: null,
  modelName: null,
  metrics: null,
  failure: null,
  siblingIds: [change.id ?? 'p'],
  ...change,
})
export const answer = (change: Partial<StoredMessage> = {}): StoredMessage =>
  message({
    id: 'a',
    parentId: 'p',
    role: 'assistant',
    text: 'It keeps the **keys and values** of every token, so that no token is read twice.',
    turnId: 't',
    modelName: 'Qwen2.5 0.5B Instruct',
    metrics,
    siblingIds: [change.id ?? 'a'],
    ...change,
  })
export const streaming = answer({ id: 's', turnId: 'live', text: '', state: 'streaming', metrics: null })
export const thread = (messages: StoredMessage[] = [message(), answer()]): ConversationThread => ({
  conversation: conversation({ messages: messages.length }),
  systemPrompt: '',
  messages,
  answers: [],
})
export const longThread = (exchanges: number): ConversationThread =>
  thread(
    Array.from({ length: exchanges }, (_, at) => [
      message({ id: `p${at}`, text: `Question ${at + 1}` }),
      answer({ id: `a${at}`, text: `Answer ${at + 1}.\n\n${'A sentence of an answer. '.repeat(20)}` }),
    ]).flat(),
  )

export const sample: CacheSample = {
  sequence: 0,
  conversationId: 'c',
  turnId: 't',
  tokens: 184,
  reusedTokens: 80,
  spans: [
    { from: 0, to: 20, holds: 'template' },
    { from: 20, to: 110, holds: 'user' },
    { from: 110, to: 184, holds: 'assistant' },
  ],
  blockTokens: 1,
  held: { ...noTokens(), user: 90, assistant: 74, template: 20 },
  runs: [{ position: 0, cell: 0, cells: 184 }],
  gaps: [],
  shared: null,
  fills: [
    {
      kind: 'full',
      usedCells: 184,
      totalCells: 4096,
      usedBytes: 2_260_992,
      allocatedBytes: 48 * mebibyte,
      fromPosition: 0,
    },
  ],
  checkpointBytes: 0,
  checkpoints: [],
  threads: 4,
}

const header = makeHeader('qwen2', { block_count: 24, context_length: 32_768, embedding_length: 896, 'attention.head_count': 14 })
export const cacheShape = cacheShapeOf(header)
export const slidingShape = cacheShapeOf(
  makeHeader('gemma3', {
    block_count: 24,
    context_length: 32_768,
    embedding_length: 1152,
    'attention.head_count': 4,
    'attention.sliding_window': 64,
  }),
)
export const planSubject = planSubjectOf(header, modelFile().name)
export const machine: PlanMachine = {
  ram: { totalBytes: 16 * 1024 * mebibyte, freeBytes: 9 * 1024 * mebibyte },
  vram: null,
  measuredAtMs: now,
}

export const transfer = (change: Partial<Transfer> = {}): Transfer => ({
  id: 'd',
  kind: 'download',
  name: 'Qwen2.5-0.5B-Instruct-Q4_K_M.gguf',
  source: 'https://huggingface.co/Qwen/Qwen2.5-0.5B-Instruct-GGUF',
  path: '/models/Qwen2.5-0.5B-Instruct-Q4_K_M.gguf',
  parts: 1,
  status: 'running',
  doneBytes: 120 * mebibyte,
  totalBytes: 380 * mebibyte,
  bytesPerSecond: 10 * mebibyte,
  secondsLeft: 26,
  pause: null,
  failure: null,
  modelId: null,
  verifiedBy: null,
  ...change,
})
export const library = (change: Partial<LibraryState> = {}): LibraryState => ({
  network: { isOffline: false, isForced: false, hub: 'https://huggingface.co', token: 'none' },
  folders: [{ path: '/models', origin: 'folder', isOn: true, models: 3 }],
  scan: { isRunning: false, files: 3, refused: [] },
  transfers: [],
  ...change,
})

export const events = (count: number): AppEvent[] =>
  Array.from({ length: count }, (_, at) => {
    const common = { id: at, at: now + at * 1000, isTrouble: false }
    if (at % 2 === 0) return { ...common, kind: 'engine', code: 'engine-starting', facts: {} }
    const facts = { fileName: 'qwen2.5.gguf', loadMs: at, weightBytes: 400 * mebibyte, gpuLayers: 0, fallback: null }
    return { ...common, kind: 'model', code: 'model-loaded', facts }
  })

export const run = (change: Partial<CompareRunSummary> = {}): CompareRunSummary => ({
  id: 'r',
  title: 'f16 against q8_0',
  state: 'done',
  startedAt: now,
  endedAt: now + 60_000,
  modelName: 'Qwen2.5 0.5B Instruct',
  cells: 12,
  done: 12,
  failed: 0,
  kind: 'compare',
  ...change,
})
