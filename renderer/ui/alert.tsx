import { CircleAlert, Info, TriangleAlert, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { copy } from '../../core/copy/copy'
import type { Sentence } from '../../core/copy/failures'
import { type ShownFailure, shownSentence } from '../client/failures'
import { IconButton } from './controls/icon-button'

type Tone = 'danger' | 'warning' | 'note'
const tones: Readonly<Record<Tone, { box: string; icon: typeof Info }>> = {
  danger: { box: 'border-danger/40 bg-danger-soft', icon: CircleAlert },
  warning: { box: 'border-warning/40 bg-warning-soft', icon: TriangleAlert },
  note: { box: 'border-line bg-panel', icon: Info },
}

export interface AlertProps {
  readonly tone: Tone
  readonly sentence: Sentence
  readonly children?: ReactNode
  readonly onDismiss?: () => void
}

export function Alert({ tone, sentence, children, onDismiss }: AlertProps) {
  const { box, icon: Icon } = tones[tone]
  return (
    <div
      role={tone === 'note' ? 'status' : 'alert'}
      className={`flex items-start gap-2.5 rounded-lg border px-3 py-2.5 text-[13px] leading-snug ${box}`}
    >
      <Icon size={16} className="mt-0.5 shrink-0" aria-hidden />
      <div className="min-w-0 flex-1 [overflow-wrap:anywhere]">
        <p className="font-medium">{sentence.what}</p>
        {sentence.todo && <p className="mt-0.5 text-soft">{sentence.todo}</p>}
        {children && (
          <div className="mt-2 flex flex-wrap gap-2 [&>button]:h-auto [&>button]:min-h-8 [&>button]:max-w-full [&>button]:text-balance [&>button]:py-1">
            {children}
          </div>
        )}
      </div>
      {onDismiss && <IconButton icon={X} label={copy.ui.dismiss} size={14} className="-m-1" onClick={onDismiss} />}
    </div>
  )
}

interface FailureAlertProps extends Omit<AlertProps, 'tone' | 'sentence'> {
  readonly tone?: Tone
  readonly failure: ShownFailure
}

export function FailureAlert({ tone = 'danger', failure, ...others }: FailureAlertProps) {
  return <Alert tone={tone} sentence={shownSentence(failure)} {...others} />
}
