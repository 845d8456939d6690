import { ChevronDown, FastForward, Pencil, RefreshCw } from 'lucide-react'
import { useState } from 'react'
import type { StoredMessage } from '../../../core/contract/chat/conversations'
import type { TurnMetrics } from '../../../core/contract/chat/turn'
import { copy } from '../../../core/copy/copy'
import { canEdit } from '../../../core/messages/edited-answer'
import { plainTextOf } from '../../../core/messages/parts-of'
import { noticedAdvice } from '../../../core/reuse/reuse-advice'
import { useApp } from '../../client/use-app'
import { Button } from '../../ui/controls/button'
import { CopyButton } from '../../ui/controls/copy-button'
import { IconButton } from '../../ui/controls/icon-button'
import { Explained } from '../../ui/explained'
import { usePreferences } from '../../window/preference-store'
import { useAnswerCount } from '../answer-count/answer-count-store'
import { continueAnswer, edit, regenerate } from '../conversation/conversation-store'
import { useIsAnswering } from '../conversation/use-is-answering'
import { DeleteButton } from '../delete/delete-messages'
import { figuresOf, plainFiguresOf } from '../turn/figures'
import { RemoteFigures, RemoteReport } from '../turn/remote-report'
import { ReportView } from '../turn/report-view'
import { BranchChoice } from './branch-choice'
import { useCanContinue } from './use-can-continue'

export function AnswerFoot({ message, isLast }: { readonly message: StoredMessage; readonly isLast: boolean }) {
  const { metrics, remote } = message
  const [isOpen, setOpen] = useState(false)
  const isAnswering = useIsAnswering()
  const reuse = metrics?.reuse
  const details = usePreferences((values) => values.details)
  const advice = details && reuse && noticedAdvice(reuse)
  return (
    <footer className="mt-1.5 text-[12px] text-faint">
      <div data-tour="figures" className="flex min-h-7 flex-wrap items-center gap-x-1">
        <EditedMark message={message} />
        {(metrics ?? remote) && (
          <>
            {metrics && <Figures metrics={metrics} />}
            {remote && <RemoteFigures remote={remote} />}
            {details && (
              <IconButton
                icon={ChevronDown}
                label={isOpen ? copy.chat.answers.closeReport : copy.chat.answers.openReport}
                size={14}
                aria-expanded={isOpen}
                className={isOpen ? 'rotate-180' : ''}
                onClick={() => setOpen(!isOpen)}
              />
            )}
          </>
        )}
        <span className="ml-auto flex items-center">
          <BranchChoice message={message} noun="answer" />
          <CopyButton label={copy.chat.answers.copy} text={() => plainTextOf(message)} />
          <AnswerAgain message={message} isLast={isLast} />
        </span>
      </div>
      <span className="absolute top-1 right-5 flex items-center rounded-md bg-paper opacity-0 transition-opacity focus-within:opacity-100 group-hover:opacity-100">
        {canEdit(message) && (
          <IconButton
            icon={Pencil}
            label={copy.chat.answers.edit.action}
            size={14}
            disabled={isAnswering}
            onClick={() => edit(message.id, plainTextOf(message))}
          />
        )}
        <DeleteButton message={message} />
      </span>
      {metrics?.overflow && (
        <p className="pb-1 [overflow-wrap:anywhere]">
          {details ? copy.overflow.left(metrics.overflow) : copy.overflow.forgotten(metrics.overflow)}
        </p>
      )}
      {advice && <p className="pb-1 [overflow-wrap:anywhere]">{copy.reuse.avoidable(reuse, advice)}</p>}
      {details && isOpen && metrics && <ReportView metrics={metrics} />}
      {details && isOpen && remote && <RemoteReport remote={remote} />}
    </footer>
  )
}

export function EditedMark({ message: { edited, metrics, remote } }: { readonly message: StoredMessage }) {
  if (!edited) return null
  return (
    <span>
      {copy.chat.answers.edited}
      {(metrics ?? remote) && <span aria-hidden> ·</span>}
    </span>
  )
}

export function Figures({ metrics }: { readonly metrics: TurnMetrics }) {
  const memory = useApp((state) => state.app?.bandwidth.memory ?? null)
  const details = usePreferences((values) => values.details)
  return (details ? figuresOf(metrics, memory) : plainFiguresOf(metrics)).map((figure, index, all) => (
    <span key={figure.text} className="whitespace-nowrap">
      <Explained by={figure.meaning}>{figure.text}</Explained>
      {index < all.length - 1 && <span aria-hidden> ·</span>}
    </span>
  ))
}

export function AnswerAgain({ message, isLast }: { readonly message: StoredMessage; readonly isLast: boolean }) {
  const isAnswering = useIsAnswering()
  const { count, isPossible } = useAnswerCount()
  const canContinue = useCanContinue(message)
  if (!isLast) return null
  return (
    <>
      <IconButton
        icon={RefreshCw}
        label={copy.chat.answers.regenerate(count)}
        size={14}
        disabled={isAnswering || !isPossible}
        onClick={() => void regenerate(message.id, count)}
      />
      {canContinue && (
        <Button look="quiet" className="h-7 px-2" disabled={isAnswering} onClick={() => void continueAnswer(message.id)}>
          <FastForward size={14} aria-hidden /> {copy.chat.answers.continue}
        </Button>
      )}
    </>
  )
}
