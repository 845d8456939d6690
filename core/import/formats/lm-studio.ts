/**
 * A conversation file of LM Studio (`*.conversation.json`). The format has no documentation.
 *
 * Sources: the converter of YorkieDev/lm-studio-conversation-converter 6023304 (script.js), the exporter of
 * ispaure/migration-chatgpt-to-lmstudio e7769f0 (Python/lm_export.py), and lmstudio-ai/lmstudio-js 6ec11db1 (ChatHistoryData.ts and
 * llm/processing/ProcessingUpdate.ts in packages/lms-shared-types/src).
 */
import { z } from 'zod'
import type { ImportedConversation } from '../conversation/imported'
import { conversationOf, LeftOutCount, type TreeNode } from '../conversation/message-tree'
import { group, itemsOf, list, name, number, text } from './fields'
import { blockPieces, type Calls, step, stepPieces } from './lm-studio-pieces'

const conversation = z.object({
  name: text,
  createdAt: number,
  userLastMessagedAt: number,
  assistantLastMessagedAt: number,
  systemPrompt: text,
  perChatPredictionConfig: group({ fields: list }),
  messages: z.array(z.object({ versions: z.array(z.unknown()), currentlySelected: z.int().nonnegative().catch(0) })),
})
const field = z.object({ key: z.literal('llm.prediction.systemPrompt'), value: z.string() })

const version = z.object({
  role: z.enum(['system', 'user', 'assistant', 'tool']),
  content: z.union([z.array(z.unknown()), z.string()]).catch([]),
  steps: list,
  senderInfo: group({ senderName: name }),
})

export function fromLmStudio(value: unknown, fileName: string): ImportedConversation | null | undefined {
  const read = conversation.safeParse(value)
  if (!read.success) return undefined
  const { createdAt, userLastMessagedAt, assistantLastMessagedAt, perChatPredictionConfig, messages } = read.data
  const leftOut = new LeftOutCount()
  const [prompt] = itemsOf(field, perChatPredictionConfig.fields)
  const nodes = messages.flatMap((message, index) => nodesOf(message, index, leftOut))
  const ends = nodes.filter(({ isSelected }) => isSelected)
  return conversationOf(
    {
      format: 'lm-studio',
      // The file has no id.
      sourceId: createdAt === null ? fileName : String(createdAt),
      title: read.data.name,
      systemPrompt: prompt?.value || read.data.systemPrompt,
      createdAt,
      changedAt: Math.max(userLastMessagedAt ?? 0, assistantLastMessagedAt ?? 0) || null,
      leafId: ends.at(-1)?.id ?? null,
    },
    linked(nodes),
    leftOut,
  )
}

type Version = TreeNode & { readonly index: number; readonly isSelected: boolean }

/** LM Studio has one list of messages. Whatever follows a message follows its selected version. */
function linked(versions: readonly Version[]): TreeNode[] {
  const selected = new Map(versions.filter(({ isSelected }) => isSelected).map(({ index, id }) => [index, id]))
  const before = (index: number): string | null => {
    for (let at = index - 1; at >= 0; at--) {
      const id = selected.get(at)
      if (id !== undefined) return id
    }
    return null
  }
  return versions.map((found) => ({ ...found, parentId: before(found.index) }))
}

function nodesOf(
  { versions, currentlySelected }: z.infer<typeof conversation>['messages'][number],
  index: number,
  leftOut: LeftOutCount,
): Version[] {
  return versions.flatMap((value, number): Version[] => {
    const read = version.safeParse(value)
    if (!read.success) {
      leftOut.add('unreadableMessages')
      return []
    }
    const { role, senderInfo, content } = read.data
    const steps = itemsOf(step, read.data.steps)
    const single = typeof content === 'string' ? [{ type: 'text', text: content }] : content
    const calls: Calls = new Map()
    const pieces =
      steps.length > 0 ? steps.flatMap((found) => stepPieces(found, calls, leftOut)) : blockPieces(single, false, calls, leftOut)
    return [
      {
        id: `${index}.${number}`,
        parentId: null,
        index,
        isSelected: number === currentlySelected,
        role,
        createdAt: timeOf(steps[0]?.stepIdentifier ?? ''),
        modelName: role === 'assistant' ? senderInfo.senderName : null,
        pieces,
      },
    ]
  })
}

/** A step's identifier begins with the time at which it was created, in ms. */
function timeOf(identifier: string): number | null {
  const [ms] = identifier.match(/^\d{13}(?=-)/) ?? []
  return ms === undefined ? null : Number(ms)
}
