import type { ConversationSummary, StoredMessage } from '../../../core/contract/chat/conversations'
import type { RemoteTurn } from '../../../core/contract/remote/remote-turn'
import type { ExportedFile } from '../../../core/contract/wire/exported-file'
import { type PartWithText, partsOf } from '../../../core/messages/parts-of'
import type { Figure } from '../../../core/remote/figure'
import { shownModelName } from '../../../core/remote/server-facts'
import { formatBytes, formatCount, formatMs, formatRate } from '../../../core/text/amounts'
import { safeFileName } from '../../../core/text/safe-file-name'

export function asMarkdown(conversation: ConversationSummary, systemPrompt: string, path: readonly StoredMessage[]): ExportedFile {
  const parts = [`# ${conversation.title}`]
  if (systemPrompt) parts.push(`## System prompt\n\n${systemPrompt}`)
  for (const message of path)
    parts.push(`## ${headingOf(message)}\n\n${partsOf(message).map(partAsMarkdown).join('\n\n')}${footnote(message)}`)
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
      ...(message.parts ? { parts: partsOf(message) } : {}),
      createdAt: new Date(createdAt).toISOString(),
    })),
  }
  return {
    fileName: `${safeFileName(conversation.title, 'conversation')}.json`,
    mediaType: 'application/json',
    text: `${JSON.stringify(content, null, 2)}\n`,
  }
}

const headingOf = ({ role, modelName }: StoredMessage): string =>
  role === 'user' ? 'You' : role === 'tool' ? 'Tool' : (modelName ?? 'Model')

function partAsMarkdown(part: PartWithText): string {
  switch (part.type) {
    case 'text':
      return part.text
    case 'reasoning':
      return `<details>\n<summary>Reasoning</summary>\n\n${part.text.trim()}\n\n</details>`
    case 'tool-call':
      return `Call to \`${part.name}\`:\n\n${fenced(part.text, 'json')}`
    case 'tool-result':
      return `${part.isError ? 'Error' : 'Result'} from \`${part.name}\`:\n\n${fenced(part.text)}`
    case 'document':
      return `Document \`${part.name}\`:\n\n${fenced(part.text)}`
    case 'image':
      return `Image \`${part.name}\` (${part.width} × ${part.height} pixels, ${formatBytes(part.sizeBytes)}), which is not in this file`
  }
}

/** The fence is longer than every run of backticks in the text. */
function fenced(text: string, language = ''): string {
  const fence = '`'.repeat(Math.max(3, ...(text.match(/`+/g) ?? []).map(({ length }) => length + 1)))
  return `${fence}${language}\n${text}\n${fence}`
}

function footnote({ metrics, remote, state, edited }: StoredMessage): string {
  const mark = edited ? ['edited by the user'] : []
  if (remote) return `\n\n_${[...mark, ...remoteFigures(remote)].join(' · ')}_`
  if (!metrics) {
    const notes = state === 'complete' ? mark : [...mark, `(${state})`]
    return notes.length === 0 ? '' : `\n\n_${notes.join(' · ')}_`
  }
  const figures = [
    ...mark,
    `reused ${formatCount(metrics.reusedTokens)}`,
    `processed ${formatCount(metrics.processedTokens)}`,
    metrics.ttftMs === null ? undefined : `TTFT ${formatMs(metrics.ttftMs)}`,
    metrics.decodeTokensPerSecond === null ? undefined : formatRate(metrics.decodeTokensPerSecond),
    metrics.stopReason,
  ]
  return `\n\n_${figures.filter(Boolean).join(' · ')}_`
}

function remoteFigures({ server, figures, stopReason }: RemoteTurn): string[] {
  const shown = (figure: Figure, format: (value: number) => string) => (figure.kind === 'none' ? [] : [format(figure.value)])
  return [
    `${shownModelName(server.model)} at ${server.url}`,
    ...shown(figures.cachedTokens, (value) => `reused ${formatCount(value)}`),
    ...shown(figures.processedTokens, (value) => `processed ${formatCount(value)}`),
    ...shown(figures.ttftMs, (value) => `TTFT ${formatMs(value)}`),
    ...shown(figures.clientTokensPerSecond, formatRate),
    ...(stopReason === null ? [] : [stopReason]),
  ]
}
