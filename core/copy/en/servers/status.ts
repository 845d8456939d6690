import type { StatusFigureName } from '../../../remote/status-figures'
import type { NamedFigure } from './figures'

const figures: Readonly<Record<StatusFigureName, NamedFigure>> = {
  occupancy: { name: 'Cache in use', meaning: 'The share of the server’s KV cache that holds tokens.' },
  usedTokens: { name: 'Tokens in the cache', meaning: 'Tokens whose keys and values the server holds.' },
  totalTokens: { name: 'Room for tokens', meaning: 'Tokens that fit into the server’s KV cache.' },
  running: { name: 'Running', meaning: 'Requests that the server is working on.' },
  waiting: { name: 'Waiting', meaning: 'Requests in the queue of the server.' },
  prefixHits: { name: 'Prefix hits', meaning: 'The share of prompt tokens that the server found in its cache.' },
  preemptions: { name: 'Preemptions', meaning: 'Requests whose cells the server took away to make room for others.' },
  generatedPerSecond: { name: 'Output', meaning: 'Tokens that the server writes per second, for all users.' },
}

export const status = {
  title: 'Server',
  figures,
  reading: 'Asking the server…',
  restarted: 'The server has restarted.',
  unanswered: 'The server did not answer the last question.',
  slots: 'Slots',
  slot: (id: number): string => `Slot ${id}`,
  busy: 'working',
  idle: 'idle',
  slotTokens: (used: string, total: string | null): string => (total === null ? used : `${used} of ${total}`),
  note: 'Headroom asks the server every 2 seconds while this panel is open.',
  hidden: 'The cells of a server cannot be seen from here.',
}
