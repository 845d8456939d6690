import { useMemo } from 'react'
import { useStore } from 'zustand'
import { messageCharacters, systemPromptCharacters } from '../../../core/contract/wire/text-limits'
import { copy } from '../../../core/copy/copy'
import { type Sentence, sentenceOf } from '../../../core/copy/failures'
import { useApp } from '../../client/use-app'
import { type ComposerText, messageOf } from '../conversation/composer-texts'
import { conversationStore } from '../conversation/conversation-store'
import { contextUse } from './context-use'
import { type TokenCount, useTokenCount } from './use-token-count'

export interface ComposerTextSize {
  readonly counted: TokenCount | undefined
  readonly usedTokens: number | undefined
  /** 0 if no context is loaded. */
  readonly contextTokens: number
  readonly refusal: Sentence | undefined
}

export function useComposerTextSize(composerText: ComposerText): ComposerTextSize {
  const thread = useStore(conversationStore, (state) => state.thread)
  const openId = useStore(conversationStore, (state) => state.openId)
  const typed = composerText.typedSystemPrompt ?? ''
  const systemPrompt = openId === null ? typed : ''
  const contextTokens = useApp(({ app }) => (app?.model.status === 'ready' ? app.model.context.contextTokens : 0))
  const use = useMemo(() => contextUse(thread, systemPrompt), [thread, systemPrompt])
  const message = messageOf(composerText)
  const counted = useTokenCount(message)
  const uncounted = useTokenCount(message === '' ? '' : use.uncounted)
  const restTokens = use.uncounted === '' ? 0 : uncounted?.share === 1 && uncounted.of === use.uncounted ? uncounted.tokens : undefined
  return {
    counted: contextTokens > 0 ? counted : undefined,
    usedTokens: restTokens === undefined ? undefined : use.measuredTokens + restTokens,
    contextTokens,
    refusal: tooLongPrompt(typed.length) ?? refusalOf(message.length, counted?.of === message ? counted : undefined, contextTokens),
  }
}

const tooLongPrompt = (characters: number): Sentence | undefined =>
  characters > systemPromptCharacters ? copy.chat.systemPrompt.tooLong(characters, systemPromptCharacters) : undefined

/** Refuses a message that has too many characters or does not fit even into an empty context. */
function refusalOf(characters: number, counted: TokenCount | undefined, contextTokens: number): Sentence | undefined {
  const tokens = counted?.share === 1 ? counted.tokens : undefined
  if (characters > messageCharacters) {
    const { what, todo } = sentenceOf({ code: 'message-too-long', facts: { characters, limitCharacters: messageCharacters } })
    return { what: tokens === undefined ? what : `${what} ${copy.chat.composer.aboutTokens(tokens)}`, todo }
  }
  if (tokens === undefined || contextTokens === 0 || tokens <= contextTokens) return undefined
  return copy.chat.composer.tooManyTokens(tokens, contextTokens)
}
