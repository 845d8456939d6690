import type { ConversationSummary, StoredMessage } from '../../../core/contract/chat/conversations'
import type { ExportedFile } from '../../../core/contract/wire/exported-file'
import { formatCount, formatMs, formatRate } from '../../../core/text/amounts'
import { safeFileName } from '../../../core/text/safe-file-name'

export function asMarkdown(conversation: ConversationSummary, systemPrompt: string, path: readonly StoredMessage[]): ExportedFile {
  const parts = [`# ${conversation.title}`]
  if (systemPrompt) parts.push(`## System prompt\n\n${systemPrompt}`)
  for (const message of path)
    parts.push(`## ${message.role === 'user' ? 'You' : (message.modelName ?? 'Model')}\n\n${message.text}${footnote(message)}`)
  return { fileName: `${safeFileName(conversation.title, 'conversation')}.md`, mediaType: 'text/markdown', text: `${parts.join('\n\n')}\n` }
}

export function asJson(
  conversation: ConversationSummary,
  systemPrompt: string,
  all: readonly StoredMessage[],
  shownLeafId: string | null,
): ExportedFile {
  const content = {
    format: 'headroom-conversation',
    version: 1,
    title: conversation.title,
    createdAt: new Date(conversation.createdAt).toISOString(),
    systemPrompt,
    shownLeafId,
    messages: all.map(({ siblingIds, conversationId, createdAt, ...message }) => ({
      ...message,
      createdAt: new Date(createdAt).toISOString(),
    })),
  }
  return {
    fileName: `${safeFileName(conversation.title, 'conversation')}.json`,
    mediaType: 'application/json',
    text: `${JSON.stringify(content, null, 2)}\n`,
  }
}

function footnote({ metrics, state }: StoredMessage): string {
  if (!metrics) return state === 'complete' ? '' : `\n\n_(${state})_`
  const figures = [
    `reused ${formatCount(metrics.reusedTokens)}`,
    `processed ${formatCount(metrics.processedTokens)}`,
    metrics.ttftMs === null ? undefined : `TTFT ${formatMs(metrics.ttftMs)}`,
    metrics.decodeTokensPerSecond === null ? undefined : formatRate(metrics.decodeTokensPerSecond),
    metrics.stopReason,
  ]
  return `\n\n_${figures.filter(Boolean).join(' · ')}_`
}
