import type { RequestCause, SideKind } from '../../../contract/requests/request-causes'
import type { RequestExplanation } from '../../../contract/requests/requests'

interface CauseText {
  /** Names the cause in tables. */
  readonly name: string
  readonly meaning: string
  /** What to do. '' if nothing is lost. */
  readonly remedy: string
}

const sides: Readonly<Record<SideKind, string>> = {
  title: 'title',
  tags: 'tags',
  'follow-ups': 'follow-up questions',
  'search-queries': 'search queries',
  topic: 'topic of a message',
  autocomplete: 'autocomplete',
  summary: 'summary',
}

const causes: Readonly<Record<RequestCause, CauseText>> = {
  'first-request': { name: 'First request', meaning: 'This is the client’s first request.', remedy: '' },
  continued: { name: 'Continued', meaning: 'The prompt continues where an earlier request ended.', remedy: '' },
  'same-prompt': { name: 'Same prompt', meaning: 'An earlier request had the same prompt.', remedy: '' },
  'new-conversation': { name: 'New conversation', meaning: 'The first message is new.', remedy: '' },
  'edited-message': { name: 'Edited message', meaning: 'The newest message differs from the one in the earlier request.', remedy: '' },
  'changing-header': {
    name: 'Changing header',
    meaning: 'A header line at the beginning of the prompt has a different value in each request.',
    remedy: 'Turn the header off in the client. For Claude Code, set CLAUDE_CODE_ATTRIBUTION_HEADER=0.',
  },
  clock: {
    name: 'Date or time',
    meaning: 'A date or time in the prompt has changed.',
    remedy:
      'Remove it from the client’s prompt, or configure the client to put it in the newest message. A date changes less often than a time.',
  },
  'tools-reordered': {
    name: 'Tool order',
    meaning: 'The request has the same tools in a different order.',
    remedy: 'Configure the client to sort its tools by name. The order often changes when MCP servers reconnect.',
  },
  'tools-changed': {
    name: 'Tools changed',
    meaning: 'Tools were added, removed or described differently.',
    remedy: 'Start all MCP servers before the conversation, and do not change the list of tools until it ends.',
  },
  'system-changed': {
    name: 'System prompt changed',
    meaning: 'The client changed, added or left out the system prompt.',
    remedy: 'Configure the client to put text that changes (memory, open files, the state of the workspace) at the end of the prompt.',
  },
  'reasoning-dropped': {
    name: 'Reasoning left out',
    meaning: 'The prompt leaves out the reasoning of an earlier answer.',
    remedy:
      'Configure the client to send the reasoning back (reasoning_content or thinking blocks), and set “Earlier reasoning” to “keep” in the settings.',
  },
  'message-rewritten': {
    name: 'Message rewritten',
    meaning: 'The client changed an earlier message, for example a tool result that it shortened, or two messages that it joined.',
    remedy: 'Configure the client to shorten old messages rarely and all at once, or never.',
  },
  'message-removed': {
    name: 'Message left out',
    meaning: 'The client left out one or more earlier messages.',
    remedy:
      'Configure the client to leave out old messages in large blocks and only now and then, or not at all. With a larger context, it can keep them longer.',
  },
  'message-inserted': {
    name: 'Message inserted',
    meaning: 'The client inserted one or more messages before messages that it had already sent.',
    remedy: 'Configure the client to add messages only at the end of the conversation.',
  },
  compacted: {
    name: 'Compacted',
    meaning: 'The client replaced the conversation with a summary.',
    remedy: 'With a larger context, the client compacts the conversation later.',
  },
  'side-request': {
    name: 'Side request',
    meaning: 'The client asked about the conversation in a separate prompt.',
    remedy: 'Turn these requests off in the client, or use a smaller model for them.',
  },
  whitespace: {
    name: 'Whitespace',
    meaning: 'Only spaces or line breaks changed.',
    remedy: 'Configure the client to send answers back exactly as it received them.',
  },
  'template-clock': {
    name: 'Template’s date',
    meaning: 'The chat template writes a date or time, which has changed.',
    remedy: 'Use a chat template without the date. To change the template, open the model’s menu.',
  },
  template: {
    name: 'Chat template',
    meaning: 'The chat template wrote the conversation differently.',
    remedy: 'A custom chat template can keep earlier messages unchanged. To change the template, open the model’s menu.',
  },
  retokenized: {
    name: 'Other tokens',
    meaning: 'The text is the same, but its tokens differ: the model and the tokenizer divided it differently.',
    remedy: '',
  },
  'other-model': {
    name: 'Other model',
    meaning: 'Another model answered the earlier request.',
    remedy: 'Use one model for the whole conversation.',
  },
  'other-settings': {
    name: 'Other settings',
    meaning: 'The settings of the cache were changed.',
    remedy: 'The next requests reuse the new cache.',
  },
  evicted: {
    name: 'Evicted',
    meaning: 'The tokens were in the cache, but something else has taken their place.',
    remedy: 'Allow more sequences in the settings.',
  },
  busy: {
    name: 'Sequence busy',
    meaning: 'The tokens were in a sequence that another request was using.',
    remedy: 'Allow more sequences in the settings, or configure the client to send one request at a time.',
  },
  'other-sequence': {
    name: 'Other sequence',
    meaning: 'The tokens were in a sequence, but the request was assigned a different one.',
    remedy: 'Configure the client to send the conversation unchanged, so that Headroom finds its sequence.',
  },
  'engine-restarted': { name: 'Engine restarted', meaning: 'The engine was restarted, or its context was created again.', remedy: '' },
  'cannot-go-back': {
    name: 'Cannot go back',
    meaning: 'The cache of this model cannot go back to where the prompts differ.',
    remedy: 'Allow more checkpoints, or more memory for them, in the settings.',
  },
}

const numbered: Partial<Record<RequestCause, (message: number) => string>> = {
  'message-rewritten': (message) => `It is message ${message}, not counting the system prompt.`,
  'message-removed': (message) => `The first one was message ${message}, not counting the system prompt.`,
  'message-inserted': (message) => `The first one is message ${message}, not counting the system prompt.`,
}

/** Names the message at the difference, or the request that evicted the tokens. */
function meaningOf({ cause, evictedBy, side, divergence }: RequestExplanation, ofNumber: number | null): string {
  if (cause === 'side-request' && side !== null) return `${causes[cause].meaning} It asked for: ${sides[side]}.`
  const message = divergence?.message ?? null
  const number = numbered[cause]
  if (number && message !== null) return `${causes[cause].meaning} ${number(message)}`
  if (cause !== 'evicted') return causes[cause].meaning
  if (evictedBy === null) return 'The tokens were in the cache. A chat in Headroom, or another program, has taken their place.'
  const request = ofNumber === null ? 'A request' : `Request ${ofNumber}`
  const kind = evictedBy.side === null ? '' : ` (${sides[evictedBy.side]})`
  return `The tokens were in the cache. ${request} of ${evictedBy.client}${kind} has taken their place.`
}

export const requestCauses = { of: causes, sides, meaningOf }
