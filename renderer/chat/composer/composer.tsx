import { ArrowUp, Square } from 'lucide-react'
import { type ClipboardEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import type { OverflowPolicy } from '../../../core/contract/settings/overflow'
import { defaultOverflow } from '../../../core/contract/settings/overflow-defaults'
import { copy } from '../../../core/copy/copy'
import { plainTextOf } from '../../../core/messages/parts-of'
import type { AppStoreState } from '../../client/app-store'
import { useApp } from '../../client/use-app'
import { Alert } from '../../ui/alert'
import { Button } from '../../ui/controls/button'
import { usePreferences } from '../../window/preference-store'
import { AnswerCount } from '../answer-count/answer-count'
import { useAnswerCount } from '../answer-count/answer-count-store'
import { SequencesOffer } from '../answer-count/sequences-offer'
import {
  changeComposerText,
  composerTextOf,
  composerTextStore,
  fieldCharacters,
  forgetComposerText,
  messageOf,
} from '../conversation/composer-texts'
import { conversationStore, edit, send, stop } from '../conversation/conversation-store'
import { useIsAnswering } from '../conversation/use-is-answering'
import { AttachButton } from '../documents/attach-button'
import { DocumentList, DocumentTroubles } from '../documents/document-list'
import { attach, documentStore } from '../documents/document-store'
import { TooLongOffer } from '../documents/too-long-offer'
import { ToolsButton } from '../tools/tools-button'
import { ComposerTextCount } from './composer-text-count'
import { composerId } from './focus-composer'
import { PastedText } from './pasted-text'
import { ThinkToggle, useThinkingDefault } from './think-toggle'
import { type ComposerTextSize, useComposerTextSize } from './use-composer-text-size'
import { useSendKey } from './use-send-key'

export function Composer() {
  const openId = useStore(conversationStore, (state) => state.openId)
  const details = usePreferences((values) => values.details)
  const isAnswering = useIsAnswering()
  const obstacle = useApp(obstacleOf)
  const composerText = useStore(composerTextStore, (texts) => composerTextOf(texts, openId))
  const size = useComposerTextSize(composerText)
  const policy = useStore(conversationStore, ({ thread }) => (thread?.overflow ?? defaultOverflow).policy)
  const { count, isPossible } = useAnswerCount()
  const canThink = useThinkingDefault() !== undefined
  const [sending, setSending] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  const texts = copy.chat.composer
  const { sends, names } = useSendKey()
  const [sendHint, newLineHint] = texts.sendKeys(...names)

  useEffect(() => field.current?.focus(), [openId])
  useEffect(() => {
    if (obstacle === undefined && hasNoUse(document.activeElement)) field.current?.focus()
  }, [obstacle])
  const message = messageOf(composerText)
  const { documents } = composerText
  const isReading = useStore(documentStore, ({ reading }) => reading.length > 0)
  const isComplete = !isReading && (message.trim() !== '' || documents.length > 0) && !size.isChoiceWrong
  const fits = size.refusal === undefined && size.tooLong === undefined
  const canSend = !isAnswering && !sending && isPossible && obstacle === undefined && fits && isComplete
  const submit = async () => {
    if (!canSend) return
    setSending(true)
    // The field keeps its text until the message is stored.
    const stored = await send(message, count)
    setSending(false)
    if (!stored) return
    forgetComposerText(openId)
    field.current?.focus()
  }
  const change = (text: string) =>
    changeComposerText(openId, text.length > fieldCharacters ? { text: '', pasted: joined(composerText.pasted, text) } : { text })
  const paste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text/plain')
    const files = [...event.clipboardData.files]
    // A copied table or page is text with a picture of it.
    if (text === '' && files.length > 0) {
      event.preventDefault()
      void attach(openId, files)
    }
    if (text.length <= fieldCharacters) return
    event.preventDefault()
    changeComposerText(openId, { pasted: joined(composerText.pasted, text) })
  }
  const onKey = (event: KeyboardEvent) => {
    if (sends(event)) {
      event.preventDefault()
      void submit()
    } else if (event.key === 'ArrowUp' && message === '' && !isAnswering && editLast()) event.preventDefault()
  }
  return (
    <form
      className="mx-auto w-full max-w-3xl px-6 pb-4 @max-[56.25rem]:px-4"
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      {size.refusal && (
        <div className="pb-2">
          <Alert tone="danger" sentence={size.refusal} />
        </div>
      )}
      {size.tooLong && (
        <div className="pb-2">
          <TooLongOffer fit={size.tooLong} documents={documents} />
        </div>
      )}
      <DocumentTroubles />
      {!isPossible && (
        <div className="pb-2">
          <SequencesOffer count={count} />
        </div>
      )}
      <div className="rounded-xl border border-line-strong bg-raised p-2 focus-within:border-accent">
        <DocumentList conversationId={openId} documents={documents} tokens={size.documentTokens} />
        {composerText.pasted !== '' && (
          <PastedText text={composerText.pasted} onRemove={() => changeComposerText(openId, { pasted: '' })} />
        )}
        <textarea
          ref={field}
          id={composerId}
          aria-label={texts.label}
          // Without this, the browser writes the text to the disk to restore the page.
          autoComplete="off"
          placeholder={obstacle ? texts.obstacles[obstacle] : texts.placeholder}
          rows={1}
          dir="auto"
          value={composerText.text}
          onChange={(event) => change(event.target.value)}
          onPaste={paste}
          onKeyDown={onKey}
          // A blinking caret would cost two frames per second, as much as a streaming answer.
          className={`field-sizing-content block max-h-60 w-full resize-none bg-transparent px-2 py-1 text-[15px] leading-relaxed outline-none placeholder:text-faint ${isAnswering ? '[caret-animation:manual]' : ''}`}
        />
        <div className="flex items-center gap-x-3 gap-y-1 pt-1 text-[12px] @max-[68.75rem]:flex-wrap @max-[68.75rem]:justify-end">
          {size.counted && (details || isLongerThanRoom(size, policy)) ? (
            <span className="ml-auto shrink-0 pl-2">
              {details ? (
                <ComposerTextCount counted={size.counted} usedTokens={size.usedTokens} contextTokens={size.contextTokens} policy={policy} />
              ) : (
                <span className="text-danger">{texts.noRoom}</span>
              )}
            </span>
          ) : (
            <span className="mr-auto min-w-0 truncate px-2 text-faint">
              {isAnswering ? (
                texts.stopKey
              ) : (
                <>
                  {sendHint}
                  <span className={canThink || details ? '@max-[87.5rem]:hidden' : '@max-[68.75rem]:hidden'}>{newLineHint}</span>
                </>
              )}
            </span>
          )}
          <span className="flex shrink-0 items-center gap-3 @max-[68.75rem]:shrink @max-[68.75rem]:flex-wrap @max-[68.75rem]:justify-end">
            {isAnswering ? (
              <Button onClick={() => void stop()}>
                <Square size={13} fill="currentColor" aria-hidden /> {texts.stop}
              </Button>
            ) : (
              <>
                <AttachButton conversationId={openId} />
                <ThinkToggle />
                <ToolsButton />
                <AnswerCount />
                <Button look="primary" type="submit" disabled={!canSend}>
                  <ArrowUp size={15} aria-hidden /> {texts.send}
                </Button>
              </>
            )}
          </span>
        </div>
      </div>
    </form>
  )
}

/** After a model was chosen in the bar, the focus is on its button again or nowhere. */
const hasNoUse = (focused: Element | null): boolean => focused === null || focused === document.body || focused.closest('header') !== null

const isLongerThanRoom = ({ counted, usedTokens, contextTokens }: ComposerTextSize, policy: OverflowPolicy): boolean =>
  policy === 'stop' && counted?.share === 1 && usedTokens !== undefined && usedTokens + counted.tokens > contextTokens

const joined = (before: string, text: string): string => (before === '' ? text : `${before}\n\n${text}`)

function editLast(): boolean {
  const last = conversationStore.getState().thread?.messages.findLast(({ role }) => role === 'user')
  if (last) edit(last.id, plainTextOf(last))
  return last !== undefined
}

function obstacleOf({ app }: AppStoreState): keyof typeof copy.chat.composer.obstacles | undefined {
  switch (app?.model.status) {
    case 'ready':
    case 'server':
      return undefined
    case 'loading':
      return 'loading'
    case 'failed':
      return 'failed'
    case 'none':
      return 'noModel'
    default:
      return 'connecting'
  }
}
