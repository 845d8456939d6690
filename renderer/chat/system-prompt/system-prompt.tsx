import { ChevronRight } from 'lucide-react'
import { useId, useLayoutEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { systemPromptCharacters } from '../../../core/contract/wire/text-limits'
import { copy } from '../../../core/copy/copy'
import { Button } from '../../ui/controls/button'
import { usePreferences } from '../../window/preference-store'
import { focusComposer } from '../composer/focus-composer'
import { changeComposerText, composerTextOf, composerTextStore } from '../conversation/composer-texts'
import { setSystemPrompt } from '../conversation/conversation-store'
import { useSendPreview } from '../conversation/use-send-preview'
import { OverflowChoice } from './overflow-choice'

export interface SystemPromptProps {
  readonly conversationId: string | null
  readonly stored: string
}

export function SystemPrompt({ conversationId, stored }: SystemPromptProps) {
  const details = usePreferences((values) => values.details)
  const typed = useStore(composerTextStore, (texts) => composerTextOf(texts, conversationId).typedSystemPrompt)
  const prompt = typed ?? stored
  return (
    <div className="mx-auto w-full max-w-3xl px-6 pb-1 @max-[56.25rem]:px-4">
      <Fold conversationId={conversationId} stored={stored} prompt={prompt} isUnsaved={typed !== null} />
      {details && conversationId !== null && <OverflowChoice key={conversationId} conversationId={conversationId} />}
    </div>
  )
}

interface FoldProps extends SystemPromptProps {
  readonly prompt: string
  readonly isUnsaved: boolean
}

function Fold({ conversationId, stored, prompt, isUnsaved }: FoldProps) {
  const [isOpen, setOpen] = useState(false)
  const details = usePreferences((values) => values.details)
  const field = useId()
  const texts = copy.chat.systemPrompt
  const line = (details ? texts.line : texts.plainLine)(firstWords(prompt), isUnsaved && conversationId !== null)
  return (
    <>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={field}
        data-option="system-prompt"
        onClick={() => setOpen(!isOpen)}
        className="flex max-w-full items-center gap-1 rounded-md py-1 pr-2 text-[12px] text-faint hover:text-ink"
      >
        <ChevronRight size={13} aria-hidden className={`shrink-0 transition-transform ${isOpen ? 'rotate-90' : ''}`} />
        <span className="truncate">{line}</span>
      </button>
      <div id={field} hidden={!isOpen}>
        {isOpen && <Field key={conversationId} conversationId={conversationId} stored={stored} onDone={() => setOpen(false)} />}
      </div>
    </>
  )
}

const firstWords = (text: string): string => text.slice(0, 200).replace(/\s+/g, ' ')

interface FieldProps {
  readonly conversationId: string | null
  readonly stored: string
  readonly onDone: () => void
}

/** The next message also sends a system prompt that is not saved yet. */
function Field({ conversationId, stored, onDone }: FieldProps) {
  const details = usePreferences((values) => values.details)
  const typed = useStore(composerTextStore, (texts) => composerTextOf(texts, conversationId).typedSystemPrompt)
  const [before] = useState(conversationId === null ? typed : null)
  const text = typed ?? stored
  const type = (newText: string | null) => changeComposerText(conversationId, { typedSystemPrompt: newText === stored ? null : newText })
  const isChange = conversationId !== null && typed !== null
  const preview = useSendPreview(isChange ? { conversationId, systemPrompt: text } : null)
  const texts = copy.chat.systemPrompt
  const tooLong = text.length > systemPromptCharacters ? texts.tooLong(text.length, systemPromptCharacters) : undefined
  const done = () => {
    onDone()
    focusComposer()
  }
  const cancel = () => {
    type(before)
    done()
  }
  const save = async () => {
    if (conversationId !== null) {
      if (!(await setSystemPrompt(conversationId, text))) return
      type(null)
    }
    done()
  }
  const editor = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = editor.current
    if (!element) return
    // At the end of a conversation, the list scrolls as far as the editor is high, once it has measured it.
    const measured = new ResizeObserver(() => {
      measured.disconnect()
      element.scrollIntoView({ block: 'nearest' })
    })
    measured.observe(element)
    return () => measured.disconnect()
  }, [])
  return (
    <div ref={editor} className="mb-2 rounded-xl border border-line-strong bg-raised p-2 focus-within:border-accent">
      <textarea
        // biome-ignore lint/a11y/noAutofocus: the user has just opened it.
        autoFocus
        aria-label={texts.label}
        autoComplete="off"
        placeholder={texts.placeholder}
        value={text}
        dir="auto"
        onChange={(event) => type(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          event.preventDefault()
          cancel()
        }}
        className="field-sizing-content block max-h-60 min-h-16 w-full resize-none bg-transparent px-2 py-1 text-sm leading-relaxed outline-none placeholder:text-faint"
      />
      <div className="flex flex-wrap items-center gap-2 pt-1">
        <span className={`min-w-0 flex-1 px-2 text-[12px] ${tooLong ? 'text-danger' : 'text-faint'}`}>
          {tooLong
            ? `${tooLong.what} ${tooLong.todo}`
            : conversationId === null
              ? texts.scope
              : details
                ? texts.changeCost
                : texts.plainChangeCost}
          {details && !tooLong && preview && ` ${copy.chat.thread.sendCost(preview)}`}
        </span>
        <span className="ml-auto flex gap-2">
          <Button onClick={cancel}>{texts.cancel}</Button>
          <Button look="primary" disabled={tooLong !== undefined || typed === before} onClick={() => void save()}>
            {texts.set}
          </Button>
        </span>
      </div>
    </div>
  )
}
