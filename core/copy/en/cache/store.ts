import type { EvictionReason, NextEviction, PrefixKind, PrefixTier, TierUse } from '../../../contract/cache/prefixes'
import { formatBytes, formatCount, formatMs, formatRoughMs } from '../../../text/amounts'
import { counted, duration, listed } from '../../words/en'

const tiers: Readonly<Record<PrefixTier, { readonly name: string; readonly short: string; readonly meaning: string }>> = {
  cells: { name: 'Cells', short: 'cells', meaning: 'In the context, ready for the next token. Cells are lost when the engine ends.' },
  memory: { name: 'Memory', short: 'memory', meaning: 'A copy in RAM. It takes milliseconds to copy it back into cells.' },
  disk: { name: 'Disk', short: 'disk', meaning: 'A saved cache, sealed in a file. It survives a restart.' },
}

const kinds: Readonly<Record<PrefixKind, string>> = { 'system-prompt': 'System prompt', document: 'Document' }

const named = (names: readonly string[]): string => listed(names.map((name) => `“${name}”`))

const quotedWords = (words: string): string => (words === '' ? '' : `: “${words}”`)

/** Prefixes in faster tiers don't count, because they go first (core/prefix/loss.ts). */
const others: Readonly<Record<PrefixTier, string>> = {
  cells: 'prefix in cells or in memory',
  memory: 'copy in memory',
  disk: 'saved cache',
}

/** Some names end like a sentence. */
const ended = (text: string): string => (/[.!?…][“”]$/.test(text) ? text : `${text}.`)

const reasons: Readonly<Record<EvictionReason, (next: NextEviction, tier: PrefixTier) => string>> = {
  'held-elsewhere': (_, tier) => `Nothing is lost: another ${others[tier]} has all of its tokens.`,
  'least-worth': ({ onlyTokens, againMs }, tier) =>
    `It saves the least time for its size and use: no other ${others[tier]} has ${formatCount(onlyTokens)} of its tokens${againMs === null ? '' : `, and it would take ${formatRoughMs(againMs)} to get everything again`}.`,
}

export interface NodeFacts {
  /** From 0. */
  readonly from: number
  readonly to: number
  readonly firstWords: string
  readonly names: readonly string[]
  readonly tiers: readonly PrefixTier[]
}

export const store = {
  open: 'Cache store',
  title: 'Cache store',
  purpose:
    'What this computer remembers of your conversations. A prefix is the beginning of a prompt that the model has already processed. The next prompt that begins the same way does not wait for it.',
  close: 'Close the cache store',
  loading: 'Looking up what is stored…',
  empty: 'Nothing is stored yet. Send a message: its prompt and answer stay in cells, and the next message continues from there.',
  notLoaded: 'No model is loaded, so only saved caches are listed.',

  process: {
    open: 'Process a text…',
    title: 'Process a text',
    note: 'The model processes the text while it is idle. A conversation that begins with the same text then does not wait for it.',
    kind: 'Kind of text',
    kinds,
    name: 'Name',
    nameMeaning: 'Shown in the cache store. Without a name, the cache store shows the first words.',
    text: 'System prompt',
    textMeaning:
      'Paste exactly the text that your conversations or programs use. After the first character that differs, nothing can be reused.',
    tooLong: (limit: number): string => `A system prompt has at most ${counted(limit, 'character', 'characters')}.`,
    document: 'Attach the same file to a message later. Its text is then in the cache.',
    choose: 'Choose a document…',
    chooseMeaning: 'Document to process',
    start: 'Process',
    stop: 'Stop',
    close: 'Close',
    working: (name: string): string => `Headroom processes ${named([name])} as soon as the model is idle…`,
    done: (name: string, tokens: number): string => `${named([name])} is in the cache: ${counted(tokens, 'token', 'tokens')}.`,
  },

  tiers,
  use: {
    label: 'Space',
    cells: ({ used, total }: NonNullable<TierUse['cells']>): string => `${formatCount(used)} of ${counted(total, 'cell', 'cells')}`,
    bytes: (used: number, budget: number): string => `${formatBytes(used)} of ${formatBytes(budget)}`,
    off: 'Off. Preferences, Saved caches',
    isPrivate: (bytes: number): string => `${formatBytes(bytes)} of it from chats that are not kept`,
    meter: (tier: PrefixTier): string => `${tiers[tier].name}: space used`,
  },
  saved: (ms: number, hits: number): string =>
    ms < 0
      ? `These prefixes have cost ${formatMs(-ms)} in ${counted(hits, 'prompt', 'prompts')} since the model was loaded, compared with processing everything.`
      : `These prefixes have saved ${formatMs(ms)} in ${counted(hits, 'prompt', 'prompts')} since the model was loaded.`,

  tree: {
    title: 'What is shared',
    label: 'Stored prefixes as a tree',
    hint: 'Left to right: tokens from the first one on. Each line is a stored prefix; lines that run side by side have the same tokens. Point at a part, or use the arrow keys.',
    shared: (prefixes: number): string => `shared by ${formatCount(prefixes)}`,
    more: (count: number): string => `+${formatCount(count)}`,
    node: ({ from, to, firstWords, names, tiers: where }: NodeFacts): string => {
      const range = `${from + 1 === to ? 'Token' : 'Tokens'} ${formatCount(from + 1)}${from + 1 === to ? '' : ` to ${formatCount(to)}`}`
      const places = listed([...new Set(where)].map((tier) => tiers[tier].short))
      return names.length === 1 && where.length === 1
        ? `${range}, only in ${named(names)} (${places})${quotedWords(firstWords)}`
        : `${range}, the same in ${counted(where.length, 'stored prefix', 'stored prefixes')} (${places}) of ${named(names)}${quotedWords(firstWords)}`
    },
    axis: 'Tokens',
    others: (count: number): string =>
      count === 1
        ? '1 prefix was saved with another model or other settings. It is only in the list.'
        : `${formatCount(count)} prefixes were saved with another model or other settings. They are only in the list.`,
  },

  next: {
    title: 'What would be evicted next',
    note: 'Only if a tier needs the space. Pinned prefixes stay.',
    first: (name: string): string => ended(named([name])),
    because: (next: NextEviction, tier: PrefixTier): string => reasons[next.reason](next, tier),
    none: 'Nothing here can be evicted now.',
    after: (names: readonly string[]): string => ended(`Then: ${named(names)}`),
  },

  table: {
    label: 'Stored prefixes',
    columns: {
      name: 'Prefix',
      tier: 'Where',
      tokens: 'Tokens',
      bytes: 'Size',
      checkpoints: 'Checkpoints',
      usedAtMs: 'Last used',
      hits: 'Hits',
      savedMs: 'Saved',
    },
    meanings: {
      hits: 'Prompts that used this prefix since the model was loaded.',
      savedMs: 'Time that these prompts did not have to wait, compared with processing everything.',
    },
    noConversation: 'No conversation',
    /** null for an unknown client. */
    request: (client: string | null): string => (client === null ? 'Request to the API server' : `Request from ${client}`),
    unknown: '–',
    never: '–',
    ago: (seconds: number): string => `${duration(seconds)} ago`,
    pinned: 'Pinned',
    busy: 'In use',
    next: 'Goes next',
    otherSettings: 'Other settings',
  },

  actions: {
    pin: 'Pin: keep on disk',
    unpin: 'Unpin',
    rename: 'Name…',
    nameField: 'Name of the prefix',
    warm: 'Load into cells',
    save: 'Save to disk',
    remove: 'Remove this copy…',
  },
  remove: {
    title: (name: string): string => `Remove the copy of “${name}”?`,
    text: (where: PrefixTier): string =>
      `The conversation stays. The copy in ${where === 'disk' ? 'a file on disk' : tiers[where].short} is removed, and the next prompt is processed again unless another copy exists.`,
    no: 'Cancel',
    yes: 'Remove copy',
  },
}
