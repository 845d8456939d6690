import { formatBytes, formatMs } from '../../../text/amounts'
import { tokens } from '../../words/en'

export const reasoning = {
  title: 'Reasoning',
  thinking: 'Thinking…',
  answerNow: 'Answer now',
  /** `bytes` is null if no model is loaded. */
  cost: (count: number, ms: number, bytes: number | null): string =>
    [tokens(count), ...(ms > 0 ? [formatMs(ms)] : []), ...(bytes === null ? [] : [`${formatBytes(bytes)} of cache`])].join(' · '),
  costMeaning: 'Each token of the reasoning takes a cell of the cache until a later prompt omits the reasoning.',

  toggle: 'Think',
  toggleMeaning: 'The model writes its reasoning before it answers. That takes time and cells.',
}
