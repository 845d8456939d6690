import { oc } from '@orpc/contract'
import { z } from 'zod'
import { binnedConversation, conversationSummary, conversationThread, searchHit } from '../chat/conversations'
import { attachedDocument } from '../chat/documents'
import { errorsOf } from '../errors/errors'
import { overflowPreview, overflowSettings } from '../settings/overflow'
import { exportedFile } from '../wire/exported-file'
import { systemPromptCharacters } from '../wire/text-limits'
import { conversationFolder, folderName } from './folders'

const nothing = z.object({})
const systemPrompt = z.string().max(systemPromptCharacters)
const conversation = z.object({ conversationId: z.string() })
const severalConversations = z.object({ conversationIds: z.array(z.string()).min(1).max(50_000) })
const folder = z.object({ folderId: z.string() })
const storeErrors = errorsOf('conversation-not-found', 'disk-full', 'store-failed')
const folderErrors = errorsOf('folder-not-found', 'disk-full', 'store-failed')

export const conversationContract = {
  list: oc.output(z.array(conversationSummary)),
  create: oc
    .errors(storeErrors)
    .input(z.object({ systemPrompt: systemPrompt.optional(), isPrivate: z.boolean().optional() }))
    .output(conversationSummary),
  read: oc.errors(storeErrors).input(conversation).output(conversationThread),
  /** With all branches, or, with a message, only the path to it. The copy is as private as the original. */
  copy: oc
    .errors({ ...storeErrors, ...errorsOf('message-not-found', 'conversation-busy') })
    .input(conversation.extend({ title: z.string().max(1000), messageId: z.string().optional() }))
    .output(conversationSummary),
  rename: oc
    .errors(storeErrors)
    .input(conversation.extend({ title: z.string().max(1000) }))
    .output(conversationSummary),
  setPinned: oc
    .errors(storeErrors)
    .input(severalConversations.extend({ isPinned: z.boolean() }))
    .output(nothing),
  /** null takes them out of their folders. A moved conversation is no longer pinned. */
  move: oc
    .errors({ ...storeErrors, ...errorsOf('folder-not-found') })
    .input(severalConversations.extend({ folderId: z.string().nullable() }))
    .output(nothing),
  folders: {
    list: oc.output(z.array(conversationFolder)),
    add: oc
      .errors(errorsOf('disk-full', 'store-failed'))
      .input(z.object({ name: folderName }))
      .output(conversationFolder),
    rename: oc
      .errors(folderErrors)
      .input(folder.extend({ name: folderName }))
      .output(conversationFolder),
    /** Its conversations stay. */
    remove: oc.errors(folderErrors).input(folder).output(nothing),
  },
  setSystemPrompt: oc.errors(storeErrors).input(conversation.extend({ systemPrompt })).output(nothing),
  setOverflow: oc
    .errors({ ...storeErrors, ...errorsOf('overflow-refused', 'overflow-no-room') })
    .input(conversation.extend({ overflow: overflowSettings }))
    .output(nothing),
  previewOverflow: oc
    .errors({
      ...storeErrors,
      ...errorsOf('no-model-loaded', 'template-failed', 'tools-refused', 'overflow-refused', 'overflow-no-room'),
    })
    .input(conversation.extend({ overflow: overflowSettings }))
    .output(overflowPreview),
  pin: oc
    .errors({ ...storeErrors, ...errorsOf('message-not-found') })
    .input(conversation.extend({ messageId: z.string(), pinned: z.boolean() }))
    .output(nothing),
  showBranch: oc
    .errors({ ...storeErrors, ...errorsOf('message-not-found') })
    .input(conversation.extend({ messageId: z.string() }))
    .output(conversationThread),
  /** The edited answer becomes a sibling, without figures, and is shown. Its reasoning stays. An answer with calls is refused. */
  editAnswer: oc
    .errors({
      ...storeErrors,
      ...errorsOf('message-not-found', 'conversation-busy', 'answer-not-editable', 'empty-message', 'message-too-long'),
    })
    .input(conversation.extend({ answerId: z.string(), text: z.string() }))
    .output(conversationThread),
  /** Deletes a message and everything below it for good, and ends open calls. */
  removeFrom: oc
    .errors({ ...storeErrors, ...errorsOf('message-not-found', 'conversation-busy') })
    .input(conversation.extend({ messageId: z.string() }))
    .output(conversationThread),
  /** The bin keeps the conversations for a week. Their saved caches are deleted at once. If one cannot be removed, none is. */
  remove: oc
    .errors({ ...storeErrors, ...errorsOf('conversation-busy') })
    .input(severalConversations)
    .output(nothing),
  restore: oc.errors(storeErrors).input(severalConversations).output(nothing),
  /** Newest first. */
  bin: oc.output(z.array(binnedConversation)),
  /** Makes the text of the conversations unreadable on the disk. */
  removeForGood: oc.errors(storeErrors).input(severalConversations).output(nothing),
  emptyBin: oc.errors(storeErrors).output(nothing),
  search: oc
    .errors(errorsOf('search-too-short', 'store-failed'))
    .input(z.object({ text: z.string().max(1000) }))
    .output(z.array(searchHit)),
  export: oc
    .errors(storeErrors)
    .input(conversation.extend({ format: z.enum(['markdown', 'json']) }))
    .output(exportedFile),
  /**
   * The loaded model writes a summary, which becomes a document of an unsent message. Its progress is `summary` in the app's state. Ends if
   * the request is aborted.
   */
  summarize: oc
    .errors({
      ...storeErrors,
      ...errorsOf(
        'summary-failed',
        'no-model-loaded',
        'engine-gone',
        'compare-busy',
        'conversation-busy',
        'template-failed',
        'tools-refused',
        'prompt-too-long',
      ),
    })
    .input(conversation.extend({ name: z.string().min(1).max(1000) }))
    .output(attachedDocument),
}
