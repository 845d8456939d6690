import type { SimulationChange } from '../../../contract/requests/requests'
import { formatBytes, formatCount, formatMs, formatPercent, formatRate } from '../../../text/amounts'
import { counted, dateTime, duration, time, tokens } from '../../words/en'
import { requestCauses } from './causes'
import { shortReason } from './short-reason'

const changes: Readonly<Record<SimulationChange, string>> = {
  'as-is': 'As it is',
  'more-sequences': 'Twice the sequences',
  'many-sequences': 'Four times the sequences',
  'memory-store': 'Prefixes kept in memory, up to two contexts',
  'header-kept': 'Headers stay the same',
  'clock-kept': 'Dates and times stay the same',
  'tools-sorted': 'Tools always in the same order',
  'reasoning-kept': 'Reasoning stays in the prompt',
  everything: 'All of these',
}

const requestCount = (count: number): string => counted(count, 'request', 'requests')

const timeOf = (ms: number): string => (ms < 60_000 ? formatMs(ms) : duration(ms / 1000))

export const requests = {
  causes: requestCauses,

  name: 'Requests',
  none: {
    title: 'No requests yet',
    what: 'Headroom lists each request of the API server here, and says why its prompt was processed again. It also lists the last 100 requests that it refused, such as those without a key, without their text.',
    how: 'Turn on the API server in Preferences. This screen then shows the addresses for your clients.',
    openPreferences: 'Open Preferences',
    copy: (text: string): string => `Copy ${text}`,
    commandLine: 'A server that you start with “headroom serve --api” has its own list:',
    command: 'headroom requests tail',
    key: 'Clients need a key. Create one in Preferences, and enter it in the client as its API key.',
    clients: 'Addresses for clients',
    openAi: 'OpenAI clients (base URL)',
    anthropic: 'Claude Code (ANTHROPIC_BASE_URL)',
    ollama: 'Ollama clients (host)',
  },

  address: {
    name: 'Address of the API server',
    off: 'The API server is off.',
    openAi: 'OpenAI',
    others: 'Anthropic, Ollama',
    settings: 'Keys and settings…',
  },

  filter: {
    search: 'Search requests',
    placeholder: 'Client, model, cause or path',
    client: 'Client',
    allClients: 'All clients',
    cause: 'Cause',
    allCauses: 'All causes',
    onlyLost: 'Only lost tokens',
    noneFound: 'No request matches the filter.',
  },
  actions: { export: 'Export as JSONL', clear: 'Clear the list', exportNote: 'Without prompts and answers' },

  nothingLost: 'Nothing was processed again.',

  sums: {
    title: 'What was processed again',
    total: (requests: number, reusedTokens: number, promptTokens: number): string =>
      `${requestCount(requests)}, ${promptTokens === 0 ? '' : `${formatPercent(reusedTokens / promptTokens)} of `}${tokens(promptTokens)} reused`,
    lost: (lostTokens: number, ms: number): string => `${tokens(lostTokens)} processed again, ${timeOf(ms)} lost`,
    failed: (failed: number, requests: number): string => `${formatCount(failed)} of ${requestCount(requests)} failed.`,
    client: 'Client',
    cause: 'Cause',
    requests: 'Requests',
    tokens: 'Tokens',
    time: 'Time lost',
    timeOf: (ms: number, unmeasured: number): string => (unmeasured > 0 && ms === 0 ? '–' : `${unmeasured > 0 ? '≥ ' : ''}${timeOf(ms)}`),
    unmeasured: (count: number): string => `The prefill rate of ${requestCount(count)} is unknown.`,
    more: (count: number): string => `Show ${formatCount(count)} more`,
    fewer: 'Show fewer',
  },

  remedies: {
    changed: 'Changed by Headroom',
    done: { 'header-removed': 'billing header removed', 'tools-sorted': 'tools sorted by name' },
    header: 'Remove this header in Headroom',
    headerNote: 'From the next request on, the engine gets the prompt without the line “x-anthropic-billing-header”.',
    tools: 'Sort the tools in Headroom',
    toolsNote: 'From the next request on, the engine gets the tools in the order of their names.',
  },

  views: { label: 'View', list: 'List', timeline: 'Timeline', simulation: 'What would help' },

  table: {
    name: 'Requests, the newest first',
    at: time,
    atExactly: dateTime,
    columns: {
      time: 'Time',
      client: 'Client',
      prompt: 'Prompt',
      reused: 'Reused',
      ttft: 'TTFT',
      rate: 'Decode',
      cause: 'Cause',
      lost: 'Again',
    },
    states: {
      waiting: 'waiting',
      prefill: 'prefill',
      decode: 'decode',
      finished: 'finished',
      failed: 'failed',
      gone: 'client left',
      refused: 'refused',
    },
    shortReason,
    stopped: (state: string, sentence: string): string => `${state}: ${sentence}`,
    row: (number: number, client: string): string => `Request ${formatCount(number)} of ${client}`,
    share: (share: number): string => formatPercent(share),
  },

  detail: {
    name: 'Request',
    title: (number: number): string => `Request ${formatCount(number)}`,
    close: 'Close the request',
    figures: {
      client: 'Client',
      userAgent: 'User-Agent',
      path: 'Path',
      model: 'Model',
      askedAs: (model: string, asked: string): string => `${model}; the client asked for ${asked}`,
      prompt: 'Prompt',
      promptTokens: (all: number, reused: number, processed: number): string =>
        `${tokens(all)}: ${formatCount(reused)} reused, ${formatCount(processed)} processed`,
      answer: 'Answer',
      from: 'Reused from',
      sequence: (index: number): string => `sequence ${formatCount(index + 1)}`,
      tiers: { cells: 'cells in the cache', memory: 'a copy in memory', disk: 'a saved cache' },
      failure: 'Failed with',
      prefill: 'Prefill',
      decode: 'Decode',
      rate: formatRate,
      tokens,
    },
    why: 'Why it was processed again',
    lost: (lostTokens: number, ms: number | null): string =>
      `${tokens(lostTokens)} processed again${ms === null ? '' : `, ${formatMs(ms)}`}`,
    unexplained: 'The engine no longer had the prompt when the request ended, so Headroom could not compare it.',
    notProcessed: 'The request ended before its prompt was processed.',
    running: 'Headroom explains the request when it ends.',
    todo: 'What to do',
    difference: (position: number): string => `The prompts differ from token ${formatCount(position + 1)} on:`,
    earlier: (number: number | null): string => (number === null ? 'earlier' : `request ${formatCount(number)}`),
    now: 'now',
    end: '(ends here)',
    times: 'Time to first token',
    timesOf: (ms: number): string => `Time to first token: ${formatMs(ms)}`,
    noTimes: 'No token was generated.',
  },

  sideBySide: {
    title: 'Both prompts',
    show: 'Compare the prompts',
    hide: 'Hide the prompts',
    earlier: 'Earlier request, with its answer',
    now: 'This request',
    only: 'This prompt',
    folded: (parts: number, count: number): string => `${counted(parts, 'equal part', 'equal parts')}, ${tokens(count)}`,
    missing: 'not in this prompt',
    holds: {
      system: 'System prompt',
      tools: 'Tools',
      user: 'User',
      reasoning: 'Reasoning',
      assistant: 'Assistant',
      'tool-call': 'Tool call',
      'tool-result': 'Tool result',
      template: 'Template',
    },
    partTitle: (holds: string, count: number): string => `${holds}, ${tokens(count)}`,
    more: (characters: number): string => `${formatCount(characters)} more characters`,
  },

  timeline: {
    name: 'Sequences over time',
    sequence: (index: number): string => `Sequence ${formatCount(index + 1)}`,
    waiting: 'Waiting',
    parts: { wait: 'waiting', prefill: 'prefill', decode: 'decode' },
    bar: (number: number, client: string, ms: number): string => `Request ${formatCount(number)} of ${client}, ${formatMs(ms)}`,
    empty: 'The timeline starts with the first request that gets a sequence.',
    span: (ms: number): string => `Last ${duration(ms / 1000)}`,
    range: 'Period shown',
  },

  simulation: {
    title: 'What would help',
    note: 'Headroom replays the prompts that are still in memory, one at a time, with other settings. It compares only their tokens, so the figures show the most that a change could save.',
    run: 'Replay',
    again: 'Replay again',
    running: 'Replaying…',
    of: (requests: number, promptTokens: number): string => `${requestCount(requests)} with ${tokens(promptTokens)}`,
    measured: 'Measured',
    change: 'Change',
    reused: 'Reused',
    processed: 'Processed',
    saved: 'Time saved',
    changes,
    savedMs: (ms: number | null): string => (ms === null ? '–' : ms < 0 ? `−${timeOf(-ms)}` : ms === 0 ? '–' : timeOf(ms)),
  },

  bodies: (count: number, bytes: number, isStored: boolean): string =>
    `Prompts and answers of the newest ${requestCount(count)} are in memory (${formatBytes(bytes)})${isStored ? ' and in Headroom’s folder' : ', and not on disk'}.`,
}
