import { ChevronRight } from 'lucide-react'
import { useId, useState } from 'react'
import { useStore } from 'zustand'
import type { OverflowPolicy, OverflowSettings } from '../../../core/contract/settings/overflow'
import { defaultOverflow } from '../../../core/contract/settings/overflow-defaults'
import { overflowRanges } from '../../../core/contract/settings/setting-ranges'
import { copy } from '../../../core/copy/copy'
import { describeFailure, sentenceOf } from '../../../core/copy/failures'
import { overflowProblem } from '../../../core/overflow/overflow-problem'
import { useApp } from '../../client/use-app'
import { Button } from '../../ui/controls/button'
import { numberText, readNumber } from '../../ui/fields/read-number'
import { conversationStore, setOverflow } from '../conversation/conversation-store'
import { useOverflowPreview } from './use-overflow-preview'

export function OverflowChoice({ conversationId }: { readonly conversationId: string }) {
  const stored = useStore(conversationStore, ({ thread }) => thread?.overflow ?? defaultOverflow)
  const [isOpen, setOpen] = useState(false)
  const form = useId()
  return (
    <>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={form}
        data-option="overflow"
        onClick={() => setOpen(!isOpen)}
        className="flex max-w-full items-center gap-1 rounded-md py-1 pr-2 text-[12px] text-faint hover:text-ink"
      >
        <ChevronRight size={13} aria-hidden className={`shrink-0 transition-transform ${isOpen ? 'rotate-90' : ''}`} />
        <span className="truncate">{copy.overflow.form.summaries[stored.policy]}</span>
      </button>
      <div id={form} hidden={!isOpen}>
        {isOpen && <Form key={JSON.stringify(stored)} conversationId={conversationId} stored={stored} onDone={() => setOpen(false)} />}
      </div>
    </>
  )
}

interface FormProps {
  readonly conversationId: string
  readonly stored: OverflowSettings
  readonly onDone: () => void
}

function Form({ conversationId, stored, onDone }: FormProps) {
  const [policy, setPolicy] = useState(stored.policy)
  const [sink, setSink] = useState(numberText(stored.sinkTokens))
  const [recent, setRecent] = useState(stored.recentTokens === 'auto' ? '' : numberText(stored.recentTokens))
  const context = useApp(({ app }) => (app?.model.status === 'ready' ? app.model.context : undefined))
  const texts = copy.overflow.form
  const first = readNumber(sink, texts.firstTokens, overflowRanges.sinkTokens, false)
  const last = readNumber(recent, texts.lastTokens, overflowRanges.recentTokens, true)
  const typed = !first.ok ? first.reason : !last.ok ? last.reason : undefined
  const overflow =
    first.ok && last.ok
      ? { policy, sinkTokens: first.value ?? defaultOverflow.sinkTokens, recentTokens: last.value ?? ('auto' as const) }
      : null
  const failure = overflow && context ? overflowProblem(overflow, context) : null
  const problem = typed ?? (failure ? describeFailure(failure) : undefined)
  const preview = useOverflowPreview(conversationId, problem === undefined ? overflow : null)
  const refusal = context?.shiftRefusal
  return (
    <form
      aria-label={texts.title}
      className="mb-2 rounded-xl border border-line-strong bg-raised p-3 text-[13px]"
      onSubmit={(event) => {
        event.preventDefault()
        if (overflow && problem === undefined) void setOverflow(conversationId, overflow).then((done) => done && onDone())
      }}
    >
      <fieldset className="flex flex-col gap-2">
        <legend className="sr-only">{texts.title}</legend>
        {(['stop', 'drop-oldest', 'sink-recency'] as const).map((option) => (
          <PolicyOption
            key={option}
            policy={option}
            isChosen={policy === option}
            refused={
              option === 'sink-recency' && refusal ? sentenceOf({ code: 'overflow-refused', facts: { reason: refusal } }).what : undefined
            }
            onChoose={() => setPolicy(option)}
          />
        ))}
      </fieldset>
      {policy === 'sink-recency' && (
        <div className="mt-2 flex flex-wrap gap-x-6 gap-y-2 pl-6">
          <TokenField label={texts.firstTokens} value={sink} isWrong={!first.ok} onChange={setSink} placeholder="" />
          <TokenField label={texts.lastTokens} value={recent} isWrong={!last.ok} onChange={setRecent} placeholder={texts.automaticLast} />
          <p className="w-full text-[12px] text-faint">{texts.onlyWhenFull}</p>
        </div>
      )}
      <div className="mt-3 flex flex-wrap items-center gap-2">
        <p role="status" className={`min-w-64 flex-1 text-[12px] ${problem ? 'text-danger' : 'text-faint'}`}>
          {problem ?? (preview ? copy.overflow.preview(preview) : '')}
        </p>
        <span className="ml-auto flex gap-2">
          <Button onClick={onDone}>{texts.cancel}</Button>
          <Button look="primary" type="submit" disabled={problem !== undefined || JSON.stringify(overflow) === JSON.stringify(stored)}>
            {texts.set}
          </Button>
        </span>
      </div>
    </form>
  )
}

interface PolicyOptionProps {
  readonly policy: OverflowPolicy
  readonly isChosen: boolean
  readonly refused: string | undefined
  readonly onChoose: () => void
}

function PolicyOption({ policy, isChosen, refused, onChoose }: PolicyOptionProps) {
  const note = useId()
  const texts = copy.overflow.form.policies[policy]
  return (
    <label className={`flex items-start gap-2 ${refused ? 'text-faint' : ''}`}>
      <input
        type="radio"
        name="overflow-policy"
        checked={isChosen}
        disabled={refused !== undefined && !isChosen}
        aria-describedby={note}
        onChange={onChoose}
        className="mt-1 accent-[var(--accent)]"
      />
      <span>
        <span>{texts.name}</span>
        <span id={note} className="block text-[12px] text-faint">
          {refused ?? texts.note}
        </span>
      </span>
    </label>
  )
}

interface TokenFieldProps {
  readonly label: string
  readonly value: string
  readonly isWrong: boolean
  readonly placeholder: string
  readonly onChange: (text: string) => void
}

const TokenField = ({ label, value, isWrong, placeholder, onChange }: TokenFieldProps) => (
  <label className="flex items-center gap-2 text-soft">
    {label}
    <input
      inputMode="numeric"
      autoComplete="off"
      aria-invalid={isWrong}
      placeholder={placeholder}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      className={`h-8 w-32 rounded-md border bg-raised px-2.5 tabular-nums placeholder:text-faint ${isWrong ? 'border-danger' : 'border-line-strong'}`}
    />
  </label>
)
