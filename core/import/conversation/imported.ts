/** A conversation from a file of another program, or from Headroom's own export, before it is stored. */

import type { ImportFormat, LeftOut } from '../../contract/chat/imports'
import type { MessagePart } from '../../contract/chat/message-parts'

export interface ImportedMessage {
  /** As in the file. Unique in its conversation. */
  readonly id: string
  readonly parentId: string | null
  readonly role: 'user' | 'assistant' | 'tool'
  readonly text: string
  readonly parts: readonly MessagePart[] | undefined
  /** In epoch ms. */
  readonly createdAt: number | null
  readonly modelName: string | null
  /** The user edited this answer. */
  readonly edited?: boolean | undefined
}

export interface ImportedConversation {
  readonly format: ImportFormat
  /** An ID that is the same each time the conversation is exported. */
  readonly sourceId: string
  /** The beginning of the first message if the file has no title. */
  readonly title: string
  readonly systemPrompt: string
  readonly createdAt: number | null
  readonly changedAt: number | null
  /** The end of the path that was shown. */
  readonly leafId: string
  /** Parents come before their children. */
  readonly messages: readonly ImportedMessage[]
  readonly leftOut: LeftOut
}
