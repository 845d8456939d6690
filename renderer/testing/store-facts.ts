import type { CacheStore, PrefixNode, StoredPrefix } from '../../core/contract/cache/prefixes'
import type { ConversationSummary } from '../../core/contract/chat/conversations'
import { conversation, endlessWord } from './facts'

const kibibyte = 1024
const bytesPerToken = 12 * kibibyte
const minute = 60_000
const now = Date.now()

export const storedPrefix = (id: string, change: Partial<StoredPrefix>): StoredPrefix => ({
  id,
  tier: 'cells',
  conversationId: null,
  name: null,
  firstWords: '',
  tokens: 100,
  bytes: (change.tokens ?? 100) * bytesPerToken,
  checkpoints: 0,
  usedAtMs: now - 5 * minute,
  hits: 0,
  savedMs: 0,
  isPinned: false,
  isBusy: false,
  isUsable: true,
  ...change,
})
const node = (parent: number | null, from: number, to: number, firstWords: string, prefixIds: readonly string[]): PrefixNode => ({
  parent,
  from,
  to,
  firstWords,
  prefixIds: [...prefixIds],
})

export const storeConversations: ConversationSummary[] = [
  conversation({ id: 'lease', title: 'Contract review' }),
  conversation({ id: 'deadlines', title: 'Deadlines in the lease' }),
  conversation({ id: 'sky', title: 'Why the sky is blue' }),
  conversation({ id: 'bread', title: 'Bread without yeast' }),
]

const prefixes: StoredPrefix[] = [
  storedPrefix('cells:0', {
    conversationId: 'deadlines',
    firstWords: 'Which deadlines does the lease have?',
    tokens: 3180,
    usedAtMs: now - 20_000,
    hits: 4,
    savedMs: 11_600,
    isBusy: true,
  }),
  storedPrefix('cells:1', { conversationId: 'sky', firstWords: 'Why is the sky blue?', tokens: 640, hits: 2, savedMs: 410 }),
  storedPrefix('memory:1', {
    tier: 'memory',
    conversationId: 'lease',
    name: 'Lease 2026',
    firstWords: 'Read this lease and list what is unusual.',
    tokens: 4020,
    usedAtMs: now - 42 * minute,
    hits: 6,
    savedMs: 21_300,
  }),
  storedPrefix('memory:2', {
    tier: 'memory',
    conversationId: 'sky',
    firstWords: 'Why is the sky blue?',
    tokens: 520,
    usedAtMs: now - 61 * minute,
    hits: 1,
    savedMs: 190,
  }),
  storedPrefix('disk:lease', {
    tier: 'disk',
    conversationId: 'lease',
    name: 'Lease 2026',
    firstWords: 'Read this lease and list what is unusual.',
    tokens: 4020,
    checkpoints: 3,
    usedAtMs: now - 26 * 60 * minute,
    hits: 1,
    savedMs: 9800,
    isPinned: true,
  }),
  storedPrefix('disk:bread', {
    tier: 'disk',
    conversationId: 'bread',
    firstWords: 'How do I bake bread without yeast?',
    tokens: 1490,
    usedAtMs: now - 74 * 60 * minute,
  }),
  storedPrefix('disk:old', { tier: 'disk', tokens: 2048, usedAtMs: now - 400 * 60 * minute, hits: null, savedMs: null, isUsable: false }),
]

const system = 'You are a careful assistant. Answer in short sentences'
const lease = 'Lease agreement between Marta Ortiz, the landlord'

export const cacheStore: CacheStore = {
  prefixes,
  nodes: [
    node(null, 0, 380, system, ['cells:0', 'cells:1', 'memory:1', 'memory:2', 'disk:lease', 'disk:bread']),
    node(0, 380, 2900, lease, ['cells:0', 'memory:1', 'disk:lease']),
    node(1, 2900, 3180, 'Which deadlines does the lease have?', ['cells:0']),
    node(1, 2900, 4020, 'Read this lease and list what is unusual.', ['memory:1', 'disk:lease']),
    node(0, 380, 520, 'Why is the sky blue?', ['cells:1', 'memory:2']),
    node(4, 520, 640, 'And why is it red in the evening?', ['cells:1']),
    node(0, 380, 1490, 'How do I bake bread without yeast?', ['disk:bread']),
  ],
  tiers: [
    {
      tier: 'cells',
      usedBytes: 3820 * bytesPerToken,
      budgetBytes: 8192 * bytesPerToken,
      privateBytes: 0,
      cells: { used: 3820, total: 8192, sequences: 4 },
    },
    { tier: 'memory', usedBytes: 4540 * bytesPerToken, budgetBytes: 96 * kibibyte ** 2, privateBytes: 2 * kibibyte ** 2, cells: null },
    { tier: 'disk', usedBytes: 7558 * bytesPerToken, budgetBytes: 2 * kibibyte ** 3, privateBytes: 0, cells: null },
  ],
  next: [
    { prefixId: 'cells:1', reason: 'least-worth', onlyTokens: 120, againMs: 96 },
    { prefixId: 'memory:2', reason: 'held-elsewhere', onlyTokens: 0, againMs: 0 },
    { prefixId: 'memory:1', reason: 'least-worth', onlyTokens: 0, againMs: 31 },
    { prefixId: 'disk:bread', reason: 'least-worth', onlyTokens: 300, againMs: null },
  ],
}

const empty = (use: CacheStore['tiers'][number]) => ({
  ...use,
  usedBytes: 0,
  privateBytes: 0,
  cells: use.cells && { ...use.cells, used: 0 },
})
export const emptyStore: CacheStore = { prefixes: [], nodes: [], tiers: cacheStore.tiers.map(empty), next: [] }

/** No model is loaded, and saved caches are off. */
export const diskOnlyStore: CacheStore = {
  prefixes: prefixes.filter(({ tier }) => tier === 'disk').map((prefix) => ({ ...prefix, isUsable: false })),
  nodes: [],
  tiers: cacheStore.tiers.filter(({ tier }) => tier === 'disk'),
  next: [],
}

/** Forty branches, very long words, and every tier full. */
export const overflowingStore: CacheStore = {
  prefixes: Array.from({ length: 40 }, (_, at) =>
    storedPrefix(`disk:${at}`, {
      tier: at % 3 === 0 ? 'memory' : 'disk',
      name: at === 0 ? endlessWord : null,
      firstWords: `${endlessWord} ${at}`,
      tokens: 500 + 90 * at,
    }),
  ),
  nodes: [
    node(
      null,
      0,
      400,
      endlessWord,
      Array.from({ length: 40 }, (_, at) => `disk:${at}`),
    ),
    ...Array.from({ length: 40 }, (_, at) => node(0, 400, 500 + 90 * at, endlessWord, [`disk:${at}`])),
  ],
  tiers: cacheStore.tiers.map((use) => ({
    ...use,
    usedBytes: use.budgetBytes,
    cells: use.cells && { ...use.cells, used: use.cells.total },
  })),
  next: [{ prefixId: 'disk:0', reason: 'least-worth', onlyTokens: 100, againMs: 1234 }],
}
