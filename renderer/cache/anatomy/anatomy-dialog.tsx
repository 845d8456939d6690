import { Dialog } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { useCallback, useMemo, useRef, useState } from 'react'
import { useStore } from 'zustand'
import type { CacheFill, CacheSample } from '../../../core/contract/cache/cache'
import type { StoredMessage } from '../../../core/contract/chat/conversations'
import { copy } from '../../../core/copy/copy'
import { conversationStore, showMessage } from '../../chat/conversation/conversation-store'
import { messagesAt } from '../../chat/words/held-text'
import { goToWords } from '../../chat/words/word-link'
import { IconButton } from '../../ui/controls/icon-button'
import { Segmented } from '../../ui/controls/segmented'
import { SequenceSwitch } from '../cells/sequence-switch'
import { useFirstAttended } from '../cells/use-first-attended'
import { AnatomyLegend } from './anatomy-legend'
import { CellCanvas } from './canvas/cell-canvas'
import { noMarks } from './canvas/cell-marks'
import { turnStarts } from './canvas/turn-starts'
import { CellWords } from './cell-words'
import { heldNow, heldThen } from './held-cells'
import { StateView } from './state-view'
import { Timeline } from './timeline'
import { turnMoments } from './turn-moments'

export interface AnatomyDialogProps {
  readonly sample: CacheSample
  readonly own: readonly CacheSample[]
  readonly fills: readonly CacheFill[]
  readonly onChoose: (sequence: number) => void
  readonly onClose: () => void
}

const none: readonly StoredMessage[] = []
const nothing: readonly number[] = []

export function AnatomyDialog({ sample, own, fills, onChoose, onClose }: AnatomyDialogProps) {
  const thread = useStore(conversationStore, (state) => state.thread)
  const isOwn = thread?.conversation.id === sample.conversationId
  const messages = isOwn && thread ? thread.messages : none
  const moments = useMemo(() => turnMoments(messages), [messages])
  const [cacheAt, setCacheAt] = useState('0')
  /** null while the current cells are shown. */
  const [momentAt, setMomentAt] = useState<number | null>(null)
  const fill = fills[Number(cacheAt)] ?? fills[0]
  const moment = momentAt === null ? undefined : moments[momentAt]
  const attendedFrom = useFirstAttended(fill?.kind, moment?.tokens ?? sample.tokens)
  const held = useMemo(
    () => fill && { ...(moment ? heldThen(fill, sample, moment) : heldNow(fill, sample)), attendedFrom },
    [fill, sample, moment, attendedFrom],
  )
  const isExact = sample.blockTokens === 1
  const starts = useMemo(() => (held && isExact ? turnStarts(messages, held.spans) : []), [held, isExact, messages])
  const [pointed, setPointed] = useState<number>()
  const [lit, setLit] = useState(nothing)
  const slider = useRef<HTMLDivElement>(null)
  const go = useCallback(
    (position: number) => {
      const spans = held ? held.spans : sample.spans
      const [number] = messagesAt({ spans }, position, position + 1)
      const message = isExact && number !== undefined ? messages[number - 1] : undefined
      if (!message) return
      onClose()
      // After an earlier turn, the cells of that position can hold another token.
      if (moment) showMessage(message.id)
      else void goToWords(sample, position, position + 1)
    },
    [held, isExact, messages, moment, onClose, sample],
  )
  if (!fill || !held) return null
  const marks = moment ? noMarks : sample
  const { checkpoints } = marks
  const { anatomy, kinds, sequences } = copy.cache
  return (
    <Dialog.Root open onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-black/40" />
        <Dialog.Popup
          initialFocus={slider}
          className="fixed inset-4 z-50 flex flex-col gap-3 rounded-lg border border-line bg-panel p-4 shadow-raised"
        >
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <Dialog.Title className="font-semibold">{anatomy.title}</Dialog.Title>
            {fills.length > 1 && (
              <Segmented
                label={anatomy.cache}
                value={cacheAt}
                options={fills.map(({ kind }, at) => ({ value: String(at), label: kinds[kind].name }))}
                onChange={setCacheAt}
              />
            )}
            <SequenceSwitch samples={own} sequence={sample.sequence} onChange={onChoose} />
            <IconButton icon={X} label={anatomy.close} className="ml-auto" onClick={onClose} />
          </div>
          <Dialog.Description className="text-[13px] text-soft leading-snug">
            {kinds[fill.kind].meaning} {own.length > 1 && sequences.shared(sample)}
          </Dialog.Description>
          {fill.kind === 'recurrent' ? (
            <StateView fill={fill} tokens={held.tokens} checkpoints={checkpoints} />
          ) : (
            <>
              <CellCanvas
                name={kinds[fill.kind].name}
                held={held}
                sequence={sample.sequence}
                bytesPerCell={fill.allocatedBytes / Math.max(1, fill.totalCells)}
                marks={marks}
                slider={slider}
                hasTokens={moment === undefined}
                isExact={isExact}
                starts={starts}
                lit={lit}
                onPoint={setPointed}
                onGo={go}
              />
              {!moment && isOwn && isExact && (
                <CellWords sample={sample} messages={messages} position={pointed} onLight={setLit} onGo={go} />
              )}
              <AnatomyLegend
                held={held}
                blockTokens={sample.blockTokens}
                marks={marks}
                isInCellOrder={moment !== undefined || sample.runs !== null}
                hasTurns={starts.length > 0}
              />
            </>
          )}
          {moments.length > 0 && <Timeline moments={moments} at={momentAt} tokensNow={sample.tokens} onChange={setMomentAt} />}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
