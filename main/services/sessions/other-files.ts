/** A conversation without a saved cache can restore that of another one, if both begin alike. */
import { promptSettingsOf } from '../../../core/contract/chat/tools'
import type { TurnRequest } from '../../../core/contract/chat/turn'
import { describeSession } from '../../sessions/session-file'
import type { SessionFileEntry } from '../../sessions/session-folder'
import type { EngineClient } from '../../supervisor/engine-client'

export type SentPrompt = Pick<TurnRequest, 'messages' | 'sampling' | 'tools'>

/** Returns the conversation whose file saves the most time. The files must fit the context. */
export async function findOtherFile(
  client: EngineClient,
  files: readonly SessionFileEntry[],
  conversationId: string,
  { messages, ...settings }: SentPrompt,
): Promise<string | undefined> {
  const saved = (await Promise.all(files.map(described))).flatMap((file) => file ?? [])
  if (saved.length === 0) return undefined
  const { prefixId } = await client.findSaved({ conversationId, messages, settings: promptSettingsOf(settings), saved })
  return saved.find(({ id }) => id === prefixId)?.conversationId
}

/** A damaged file is noticed when it is restored. */
async function described({ name, ...file }: SessionFileEntry) {
  const description = await describeSession(file.path).catch(() => undefined)
  if (!description) return undefined
  const { tokens, checkpoints: stops } = description
  const { conversationId, path, bytes, usedAtMs } = file
  return { id: `disk:${name}`, conversationId, path, bytes, usedAtMs, isPinned: false, tokens, checkpoints: stops.length, stops }
}
