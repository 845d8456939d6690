import { ChevronDown, Square } from 'lucide-react'
import { useLayoutEffect, useState } from 'react'
import type { StoredMessage } from '../../../core/contract/chat/conversations'
import { copy } from '../../../core/copy/copy'
import { plainTextOf } from '../../../core/messages/parts-of'
import { FailureAlert } from '../../ui/alert'
import { CopyButton } from '../../ui/controls/copy-button'
import { IconButton } from '../../ui/controls/icon-button'
import { stopTurn } from '../conversation/conversation-store'
import { RemoteFigures, RemoteReport } from '../turn/remote-report'
import { ReportView } from '../turn/report-view'
import { EditedMark, Figures } from './answer-foot'
import { useAnswerRoom } from './answer-room'
import { AnswerText } from './answer-text'
import { NoAnswer } from './no-answer'

export function AnswerColumn({ message, number }: { readonly message: StoredMessage; readonly number: number }) {
  const { state, failure, metrics, remote, turnId } = message
  const { room, content, fit } = useAnswerRoom(true)
  const [isOpen, setOpen] = useState(false)
  const isStreaming = state === 'streaming'
  const texts = copy.chat.answers.set
  useLayoutEffect(() => {
    // In a column, unused space would look like missing text.
    if (!isStreaming && room.current) room.current.style.minHeight = ''
  }, [isStreaming, room])
  return (
    <div ref={room}>
      <div ref={content}>
        <AnswerText message={message} onGrown={fit} />
        <NoAnswer message={message} />
        {failure && <FailureAlert tone={state === 'interrupted' ? 'warning' : 'danger'} failure={failure} />}
        {state === 'interrupted' && !failure && <p className="mt-1 text-[12px] text-warning">{copy.chat.thread.cutOff}</p>}
        <div className="mt-1.5 flex min-h-7 flex-wrap items-center gap-x-1 text-[12px] text-faint">
          <EditedMark message={message} />
          {metrics && <Figures metrics={metrics} />}
          {remote && <RemoteFigures remote={remote} />}
          <span className="ml-auto flex items-center">
            {isStreaming && turnId !== null && (
              <IconButton icon={Square} label={texts.stop(number)} size={13} onClick={() => void stopTurn(turnId)} />
            )}
            {(metrics ?? remote) && (
              <IconButton
                icon={ChevronDown}
                label={isOpen ? texts.closeReport(number) : texts.openReport(number)}
                size={14}
                aria-expanded={isOpen}
                className={isOpen ? 'rotate-180' : ''}
                onClick={() => setOpen(!isOpen)}
              />
            )}
            {!isStreaming && <CopyButton label={texts.copy(number)} text={() => plainTextOf(message)} />}
          </span>
        </div>
        {isOpen && metrics && <ReportView metrics={metrics} />}
        {isOpen && remote && <RemoteReport remote={remote} />}
      </div>
    </div>
  )
}
