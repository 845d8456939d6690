import type { SendPreview } from '../../../contract/chat/turn'
import { formatCount, formatRoughMs } from '../../../text/amounts'
import { say } from '../../types/sentence'
import { counted, dateTime, tokens } from '../../words/en'

export const thread = {
  name: 'Conversation',
  jumpToEnd: 'Jump to the end',

  empty: {
    title: 'A private assistant on your own computer',
    what: 'Write below, and a language model on this computer answers. Nothing that you write leaves it, and no internet is needed.',
    demo: (name: string): string =>
      `For now, ${name} answers: a tiny demo model that comes with Headroom. It can chat a little, but it often makes things up. A model for real work is one click away, in the list below.`,
    local: 'Runs on this computer only: nothing that you write leaves it. Write your first message below.',
  },

  demoNote: {
    text: (name: string): string => `${name} is a tiny demo and often wrong.`,
    /** `hasOther` is true if this computer has another model. */
    documents: (name: string, hasOther: boolean) =>
      say(`${name} cannot answer questions about documents.`, `It is too small for that; ${hasOther ? 'choose' : 'get'} a larger model.`),
    get: 'Get a real model',
  },

  printedDate: dateTime,

  speakers: { you: 'You', model: 'Model' },
  continueInNew: 'Continue in a new chat',
  copySelected: 'Copy the selection',
  deleteFrom: {
    action: 'Delete from here…',
    /** `after` counts the shown messages that follow. */
    title: (after: number): string =>
      after === 0 ? 'Delete this message?' : `Delete this message and the ${after === 1 ? 'one' : formatCount(after)} after it?`,
    text: (hasBranches: boolean, hasOthers: boolean): string =>
      [
        ...(hasBranches ? ['Branches that start after it are deleted too.'] : []),
        ...(hasOthers ? ['The other versions of this message stay.'] : []),
        'This cannot be undone.',
      ].join(' '),
    no: 'Cancel',
    yes: 'Delete',
  },
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
