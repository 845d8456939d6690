/** Messages are never overwritten. Edited messages and further answers are siblings, and `leaf` is the end of the shown path. */

import { randomUUID } from 'node:crypto'
import type { MessageState, StoredMessage } from '../../../core/contract/chat/conversations'
import { type MessagePart, messageParts } from '../../../core/contract/chat/message-parts'
import { type TurnMetrics, turnMetrics } from '../../../core/contract/chat/turn'
import { coded } from '../../../core/contract/errors/coded-error'
import type { Failure } from '../../../core/contract/errors/errors'
import { storedFailure } from '../../../core/contract/errors/stored-failure'
import { type RemoteTurn, remoteTurn } from '../../../core/contract/remote/remote-turn'
import { isOneText } from '../../../core/messages/parts-of'
import type { Shelves } from './shelves'

export interface MessageRow {
  id: string
  conversation_id: string
  parent_id: string | null
  role: StoredMessage['role']
  text: string
  parts: string | null
  state: MessageState
  created_at: number
  turn_id: string | null
  set_id: string | null
  model_name: string | null
  metrics: string | null
  failure: string | null
  pinned: number
  edited: number
  siblings: string
}

const siblings = `(SELECT json_group_array(id) FROM (SELECT s.id FROM messages s WHERE s.conversation_id = m.conversation_id AND s.parent_id IS m.parent_id ORDER BY s.seq))`
const columns = `m.id, m.conversation_id, m.parent_id, m.role, m.text, m.parts, m.state, m.created_at, m.turn_id, m.set_id, m.model_name, m.metrics, m.failure, m.pinned, m.edited, ${siblings} AS siblings`

export interface NewAnswer {
  readonly conversationId: string
  readonly parentId: string
  readonly turnId: string
  readonly setId?: string | null
  readonly modelName: string
  readonly text?: string
  readonly parts?: readonly MessagePart[] | undefined
  readonly edited?: boolean | undefined
}

export class Messages {
  constructor(private readonly shelves: Shelves) {}

  addPrompt(conversationId: string, parentId: string | null, text: string, parts?: readonly MessagePart[]): StoredMessage {
    return this.addComplete('user', conversationId, parentId, text, parts)
  }

  /** The results of an answer's calls. */
  addResults(conversationId: string, answerId: string, text: string, parts: readonly MessagePart[]): StoredMessage {
    return this.addComplete('tool', conversationId, answerId, text, parts)
  }

  /** Becomes a sibling of the answer, without figures. */
  addEdited(answer: StoredMessage, { text, parts }: Pick<StoredMessage, 'text' | 'parts'>): StoredMessage {
    return this.addComplete('assistant', answer.conversationId, answer.parentId, text, parts, answer)
  }

  private addComplete(
    role: StoredMessage['role'],
    conversationId: string,
    parentId: string | null,
    text: string,
    parts: readonly MessagePart[] | undefined,
    edited?: Pick<StoredMessage, 'modelName'>,
  ): StoredMessage {
    const id = randomUUID()
    this.shelves
      .ofConversation(conversationId)
      .run(
        `INSERT INTO messages (id, conversation_id, parent_id, role, text, parts, state, created_at, model_name, edited) VALUES (?, ?, ?, ?, ?, ?, 'complete', ?, ?, ?)`,
        id,
        conversationId,
        parentId,
        role,
        text,
        parts ? JSON.stringify(parts) : null,
        Date.now(),
        edited?.modelName ?? null,
        Number(edited !== undefined),
      )
    return this.get(id)
  }

  addAnswer(answer: NewAnswer): StoredMessage {
    const id = randomUUID()
    this.shelves
      .ofConversation(answer.conversationId)
      .run(
        `INSERT INTO messages (id, conversation_id, parent_id, role, text, parts, state, created_at, turn_id, set_id, model_name, edited) VALUES (?, ?, ?, 'assistant', ?, ?, 'streaming', ?, ?, ?, ?, ?)`,
        id,
        answer.conversationId,
        answer.parentId,
        answer.text ?? '',
        answer.parts ? JSON.stringify(answer.parts) : null,
        Date.now(),
        answer.turnId,
        answer.setId ?? null,
        answer.modelName,
        Number(answer.edited ?? false),
      )
    return this.get(id)
  }

  /** `parts` replaces the message's list of parts. */
  append(id: string, text: string, parts?: readonly MessagePart[]): void {
    const shelf = this.shelves.ofMessage(id)
    if (parts === undefined) shelf.run('UPDATE messages SET text = text || ? WHERE id = ?', text, id)
    else
      shelf.run('UPDATE messages SET text = text || ?, parts = ? WHERE id = ?', text, isOneText(parts) ? null : JSON.stringify(parts), id)
  }

  seal(
    id: string,
    state: Exclude<MessageState, 'streaming'>,
    outcome: { metrics?: TurnMetrics | RemoteTurn | null; failure?: Failure | null },
  ): void {
    this.shelves
      .ofMessage(id)
      .run(
        `UPDATE messages SET state = ?, metrics = ?, failure = ? WHERE id = ? AND state = 'streaming'`,
        state,
        outcome.metrics ? JSON.stringify(outcome.metrics) : null,
        outcome.failure ? JSON.stringify(outcome.failure) : null,
        id,
      )
  }

  pin(id: string, pinned: boolean): void {
    this.shelves.ofMessage(id).run('UPDATE messages SET pinned = ? WHERE id = ?', pinned ? 1 : 0, id)
  }

  /** Marks answers that were streaming when the app ended. Returns their number. */
  sealInterrupted(): number {
    return this.shelves.disk.run(`UPDATE messages SET state = 'interrupted' WHERE state = 'streaming'`).changes
  }

  has(id: string): boolean {
    return this.shelves.ofMessage(id).get('SELECT 1 AS found FROM messages WHERE id = ?', id) !== undefined
  }

  get(id: string): StoredMessage {
    const row = this.shelves.ofMessage(id).get<MessageRow>(`SELECT ${columns} FROM messages m WHERE m.id = ?`, id)
    if (!row) throw coded('message-not-found', { messageId: id })
    return message(row)
  }

  /** '' if the conversation has no message. */
  firstWords(conversationId: string, characters: number): string {
    const row = this.shelves
      .ofConversation(conversationId)
      .get<{ words: string }>(
        `SELECT substr(text, 1, ?) AS words FROM messages WHERE conversation_id = ? AND parent_id IS NULL ORDER BY seq DESC LIMIT 1`,
        characters,
        conversationId,
      )
    return row?.words ?? ''
  }

  path(leafId: string): StoredMessage[] {
    return this.shelves
      .ofMessage(leafId)
      .all<MessageRow>(
        `WITH RECURSIVE path (id, depth) AS (
           SELECT id, 0 FROM messages WHERE id = ?
           UNION ALL SELECT p.parent_id, depth + 1 FROM path JOIN messages p ON p.id = path.id WHERE p.parent_id IS NOT NULL
         ) SELECT ${columns} FROM path JOIN messages m ON m.id = path.id ORDER BY depth DESC`,
        leafId,
      )
      .map(message)
  }

  pathIds(leafId: string): string[] {
    return this.shelves
      .ofMessage(leafId)
      .all<{ id: string }>(
        `WITH RECURSIVE path (id, depth) AS (
           SELECT ?, 0
           UNION ALL SELECT p.parent_id, depth + 1 FROM path JOIN messages p ON p.id = path.id WHERE p.parent_id IS NOT NULL
         ) SELECT id FROM path ORDER BY depth DESC`,
        leafId,
      )
      .map(({ id }) => id)
  }

  childrenOf(id: string): number {
    return (
      this.shelves.ofMessage(id).get<{ children: number }>('SELECT count(*) AS children FROM messages WHERE parent_id = ?', id)?.children ??
      0
    )
  }

  /** Answers that were generated together, in order. Empty for a single answer. */
  setOf({ setId, conversationId }: StoredMessage): StoredMessage[] {
    if (setId === null) return []
    return this.shelves
      .ofConversation(conversationId)
      .all<MessageRow>(
        `SELECT ${columns} FROM messages m WHERE m.conversation_id = ? AND m.set_id = ? ORDER BY m.seq`,
        conversationId,
        setId,
      )
      .map(message)
  }

  all(conversationId: string): StoredMessage[] {
    return this.shelves
      .ofConversation(conversationId)
      .all<MessageRow>(`SELECT ${columns} FROM messages m WHERE m.conversation_id = ? ORDER BY m.seq`, conversationId)
      .map(message)
  }

  newestLeafBelow(id: string): string {
    const row = this.shelves.ofMessage(id).get<{ id: string }>(
      `WITH RECURSIVE below (id) AS (
         SELECT id FROM messages WHERE id = ?
         UNION ALL SELECT m.id FROM below JOIN messages m ON m.parent_id = below.id
       ) SELECT m.id FROM below JOIN messages m ON m.id = below.id
         WHERE NOT EXISTS (SELECT 1 FROM messages c WHERE c.parent_id = m.id) ORDER BY m.seq DESC LIMIT 1`,
      id,
    )
    return row?.id ?? id
  }
}

function message(row: MessageRow): StoredMessage {
  return {
    id: row.id,
    conversationId: row.conversation_id,
    parentId: row.parent_id,
    role: row.role,
    text: row.text,
    ...partsIn(row),
    state: row.state,
    createdAt: row.created_at,
    turnId: row.turn_id,
    setId: row.set_id,
    modelName: row.model_name,
    ...figuresIn(row),
    failure: fromJson(row.failure, storedFailure),
    pinned: row.pinned === 1,
    ...(row.edited === 1 ? { edited: true } : {}),
    siblingIds: JSON.parse(row.siblings) as string[],
  }
}

/** An answer of a server has its figures in the same column. */
function figuresIn({ metrics: json }: Pick<MessageRow, 'metrics'>): Pick<StoredMessage, 'metrics' | 'remote'> {
  const metrics = fromJson(json, (value) => turnMetrics.safeParse(value).data ?? null)
  const remote = metrics ? null : fromJson(json, (value) => remoteTurn.safeParse(value).data ?? null)
  return remote ? { metrics, remote } : { metrics }
}

export function partsIn({ parts }: Pick<MessageRow, 'parts'>): Pick<StoredMessage, 'parts'> {
  const valid = fromJson(parts, (value) => messageParts.safeParse(value).data ?? null)
  return valid ? { parts: valid } : {}
}

function fromJson<T>(json: string | null, read: (value: unknown) => T | null): T | null {
  if (json === null) return null
  try {
    return read(JSON.parse(json))
  } catch {
    return null
  }
}
