import { formatBytes, formatCount, formatMs } from '../../../text/amounts'
import { counted, dateTime, time, tokens } from '../../words/en'
import { commandNames, keyNames } from '../preferences/commands'
import { paletteWords } from './palette-words'

export const app = {
  screens: {
    chat: 'Chat',
    models: 'Models',
    planner: 'Planner',
    compare: 'Compare',
    lab: 'Lab',
    requests: 'Requests',
    preferences: 'Preferences',
  },

  commands: commandNames,
  paletteWords,
  keyNames,

  sidebar: {
    name: 'Conversations and screens',
    /** Used in a narrow window. */
    screensOnly: 'Screens',
    conversations: 'Conversations',
    closeConversations: 'Close the list of conversations',
    newConversation: 'New conversation',
    fold: 'Fold the sidebar',
    experts: 'For experts',
  },

  panel: {
    name: 'Cache, settings and events',
    plainName: 'Memory and settings',
    tabs: { cache: 'Cache', settings: 'Settings', events: 'Events' },
    plainTabs: { cache: 'Memory', settings: 'Settings', events: 'Events' },
    tabList: 'Sections of the panel',
    open: 'Open the panel',
    close: 'Close the panel',
  },

  palette: {
    field: 'Search commands, models, conversations and settings',
    details: { show: 'Show details for experts', hide: 'Hide details for experts' },
    print: (isDesktop: boolean): string => (isDesktop ? 'Save the conversation as PDF…' : commandNames['print-conversation']),
    unload: 'Unload the model',
    loaded: 'loaded',
    tools: 'Choose tools',
    groups: { commands: 'Commands', models: 'Models', conversations: 'Conversations', settings: 'Settings' },
    nothingFound: (typed: string): string => `Nothing matches “${typed}”.`,
  },

  modelBar: {
    cache: 'Cache',
    settings: 'Model settings',
    benchmark: 'A benchmark is running. The chat continues when it ends.',
    showBenchmark: 'Show benchmark',
    loading: 'Loading the model',
    steps: { checking: 'checking the file', weights: 'loading', context: 'preparing its memory' },
    step: (step: string, model: string): string => `${model}: ${step}`,
    cancel: 'Cancel',
    choose: 'Choose a model',
    cacheTypes: (types: string): string => `${types} cache`,
    cacheTypesMeaning: 'How the elements of keys and values are stored in the cache',
    unload: 'Unload',
    notLoaded: 'not loaded',
    menu: {
      recent: 'Recently used',
      others: 'Other models',
      all: 'Models',
      more: 'More models…',
      /** undefined if not known yet. null if the file cannot be read now. `loads` is the context with which the model would load. */
      fits(tokens: number | null | undefined, loads?: number | null): string {
        if (tokens === undefined) return 'calculating what fits…'
        if (tokens === null) return 'cannot be read'
        if (tokens === 0) return 'does not fit'
        const fit = `${formatCount(tokens)} tokens fit`
        return typeof loads !== 'number' || loads === tokens ? fit : `${fit}; loads with ${formatCount(loads)}`
      },
    },
  },

  trouble: {
    connectionLost: {
      what: 'The connection to Headroom is lost.',
      todo: 'Headroom keeps trying to reconnect. If that takes too long, restart Headroom.',
    },
    copyReport: 'Copy the report',
    /** Follows the sentence about an engine that stopped. `times` is at least 2. */
    often: (times: number): string => `This is the ${ordinal(times)} time with this model and these settings.`,
    loadAgain: 'Load the model again',
    loadSafely: 'Load the model with safe settings (f16, CPU, one thread)',
    tryAgain: 'Try again',
    settings: 'Model settings',
    otherModel: 'Choose another model',
  },

  drop: {
    plan: 'Drop a .gguf file or a config.json to plan its memory',
    compare: 'Drop a .txt file to measure quality with its text, or a file of llama-bench results to compare with yours',
    chat: 'Drop documents or images to attach them to your message, or .gguf files to open them',
    open: 'Drop .gguf files, or a folder of them, to open them',
    copyIn: 'Drop .gguf files, or a folder of them, to copy them into Headroom',
  },

  toasts: {
    /** `titles` has at least one title. */
    deleted: (titles: readonly string[]): string =>
      titles.length === 1 ? `Deleted “${titles[0]}”` : `Deleted ${counted(titles.length, 'conversation', 'conversations')}`,
    undo: 'Undo',
    saved: (name: string, folder: string): string => `Saved as “${name}” in ${folder}`,
    cacheSaved: (saved: { tokens: number; bytes: number; ms: number }): string =>
      `Cache saved: ${[tokens(saved.tokens), formatBytes(saved.bytes), formatMs(saved.ms)].join(', ')}`,
  },

  eventList: {
    name: 'Events',
    kinds: {
      engine: 'Engine',
      model: 'Model',
      context: 'Context',
      settings: 'Settings',
      threads: 'Threads',
      compare: 'Benchmark',
      store: 'Data',
      window: 'Window',
      update: 'Update',
    },
    kindsName: 'Kinds of events',
    at: dateTime,
    time,
    filter: 'Filter events',
    filterPlaceholder: 'Filter',
    empty: 'There are no events yet.',
    noneFound: 'No event matches the filter.',
    report: {
      title: 'Contains versions, machine details, settings and events, but no conversation text or paths',
      ready: 'Copy as a bug report',
      copied: 'Copied',
      failed: 'The report could not be copied',
    },
  },
}

function ordinal(count: number): string {
  const suffixes: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' }
  return `${count}${suffixes[new Intl.PluralRules('en', { type: 'ordinal' }).select(count)] ?? 'th'}`
}
