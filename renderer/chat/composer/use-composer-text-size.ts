import { useMemo } from 'react'
import { useStore } from 'zustand'
import type { UnsentDocument } from '../../../core/contract/chat/unsent'
import { defaultOverflow } from '../../../core/contract/settings/overflow-defaults'
import { messageCharacters, systemPromptCharacters } from '../../../core/contract/wire/text-limits'
import { copy } from '../../../core/copy/copy'
import { type Sentence, sentenceOf } from '../../../core/copy/failures'
import { messageWith } from '../../../core/documents/document-frame'
import { useApp } from '../../client/use-app'
import { type ComposerText, messageOf } from '../conversation/composer-texts'
import { conversationStore } from '../conversation/conversation-store'
import { type TokenCount, useTokenCount } from '../conversation/use-token-count'
import { chosenPages, type DocumentTokens, useDocumentTokens } from '../documents/document-tokens'
import type { Fit } from '../documents/too-long-offer'
import { contextUse } from './context-use'

export interface ComposerTextSize {
  readonly counted: TokenCount | undefined
  readonly usedTokens: number | undefined
  /** 0 if no context is loaded. */
  readonly contextTokens: number
  readonly refusal: Sentence | undefined
  /** In the order of the documents. */
  readonly documentTokens: readonly DocumentTokens[]
  /** Set if a message does not fit even into an empty context, or, with documents, not into what the conversation leaves of it. */
  readonly tooLong: Fit | undefined
  /** Set if a list of pages cannot be read, or a document cannot be counted. */
  readonly isChoiceWrong: boolean
}

export function useComposerTextSize(composerText: ComposerText): ComposerTextSize {
  const thread = useStore(conversationStore, (state) => state.thread)
  const openId = useStore(conversationStore, (state) => state.openId)
  const typed = composerText.typedSystemPrompt ?? ''
  const systemPrompt = openId === null ? typed : ''
  const contextTokens = useApp(({ app }) => (app?.model.status === 'ready' ? app.model.context.contextTokens : 0))
  const use = useMemo(() => contextUse(thread, systemPrompt), [thread, systemPrompt])
  const message = messageOf(composerText)
  const { documents } = composerText
  const documentTokens = useDocumentTokens(documents)
  const policy = (thread?.overflow ?? defaultOverflow).policy
  const framed = framesOf(documents, message)
  const counted = withDocuments(useTokenCount(framed), documentTokens)
  const uncounted = useTokenCount(framed === '' ? '' : use.uncounted)
  const restTokens = use.uncounted === '' ? 0 : uncounted?.share === 1 && uncounted.of === use.uncounted ? uncounted.tokens : undefined
  const usedTokens = restTokens === undefined ? undefined : use.measuredTokens + restTokens
  const isCurrent = documents.length > 0 || counted?.of === message
  const neededTokens = contextTokens > 0 && isCurrent && counted?.share === 1 ? counted.tokens : undefined
  // A message without documents may be sent: its answer says what would make room.
  const leavesOut = policy !== 'stop' || documents.length === 0
  return {
    counted: contextTokens > 0 ? counted : undefined,
    usedTokens,
    contextTokens,
    documentTokens,
    tooLong: tooLong(neededTokens, leavesOut ? 0 : usedTokens, contextTokens),
    isChoiceWrong: documents.some((one, index) => !chosenPages(one) || documentTokens[index]?.failure !== undefined),
    refusal: tooLongPrompt(typed.length) ?? refusalOf(message.length, counted?.of === message ? counted : undefined),
  }
}

/** The message with empty documents, whose pages main counts. The lists of chosen pages are not counted. */
const framesOf = (documents: readonly UnsentDocument[], message: string): string =>
  messageWith(
    documents.flatMap(({ document: { name, mediaType, image } }) => (image ? [] : { name, mediaType, text: '' })),
    message,
  ).text

function withDocuments(counted: TokenCount | undefined, documents: readonly DocumentTokens[]): TokenCount | undefined {
  if (!counted) return undefined
  if (documents.some(({ tokens }) => tokens === undefined)) return { ...counted, share: 0 }
  return { ...counted, tokens: documents.reduce((sum, { tokens = 0 }) => sum + tokens, counted.tokens) }
}

function tooLong(neededTokens: number | undefined, usedTokens: number | undefined, contextTokens: number): Fit | undefined {
  if (neededTokens === undefined || usedTokens === undefined || usedTokens + neededTokens <= contextTokens) return undefined
  return { neededTokens, leftTokens: Math.max(0, contextTokens - usedTokens), contextTokens }
}

const tooLongPrompt = (characters: number): Sentence | undefined =>
  characters > systemPromptCharacters ? copy.chat.systemPrompt.tooLong(characters, systemPromptCharacters) : undefined

function refusalOf(characters: number, counted: TokenCount | undefined): Sentence | undefined {
  if (characters <= messageCharacters) return undefined
  const tokens = counted?.share === 1 ? counted.tokens : undefined
  const { what, todo } = sentenceOf({ code: 'message-too-long', facts: { characters, limitCharacters: messageCharacters } })
  return { what: tokens === undefined ? what : `${what} ${copy.chat.composer.aboutTokens(tokens)}`, todo }
}
