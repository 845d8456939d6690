import type { SendPreview } from '../../../contract/chat/turn'
import { formatRoughMs } from '../../../text/amounts'
import { counted, tokens } from '../../words/en'

export const thread = {
  name: 'Conversation',
  jumpToEnd: 'Jump to the end',

  empty: {
    tryNow: (name: string): string => `Chat with ${name} now`,
    demonstration:
      'A tiny demo model that comes with Headroom. It knows a little about the KV cache and tells tiny stories, but it often makes things up. It shows how Headroom works; it is not an assistant.',
    local: 'Runs only on this machine. Write your first message below.',
  },

  speakers: { you: 'You', model: 'Model' },
  copySelected: 'Copy the selection',
  cutOff: 'Headroom was closed while the model was writing this answer.',

  prompt: {
    pinned: 'stays in the context',
    pin: 'Keep this message when the context is full',
    unpin: 'Don’t keep this message any longer',
    copy: 'Copy your message',
    edit: 'Edit and send again',
  },

  edit: {
    label: 'Edit your message',
    note: 'The original message and everything after it stay as a branch.',
    cancel: 'Cancel',
    send: 'Send again',
  },

  sendCost({ promptTokens, keptTokens, processMs, fromDisk }: SendPreview): string {
    const time = processMs === null ? '' : `, about ${formatRoughMs(processMs)}`
    const restored = fromDisk ? `; ${counted(keptTokens, 'token is', 'tokens are')} read back from the disk` : ''
    return `The model then processes ${tokens(promptTokens - keptTokens)}${time}${restored}.`
  },
}
