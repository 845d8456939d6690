import { PanelLeft, Play } from 'lucide-react'
import { useEffect, useState } from 'react'
import { copy } from '../../../core/copy/copy'
import { Alert, FailureAlert } from '../../ui/alert'
import { Button } from '../../ui/controls/button'
import { useEscape } from '../../ui/use-escape'
import { useIsNarrower } from '../../window/use-is-narrower'
import { HeadChoice } from './head-choice'
import { LaneView } from './lane-view'
import { NextTable } from './next-table'
import { PunchLine } from './punch-line/punch-line'
import { RecordingSetup } from './recording-setup'
import { dismissTrouble, leave, startRecording, stay, useRecording } from './recording-store'
import { Transport } from './transport'

export function RecordingView() {
  const recording = useRecording((state) => state.recording)
  const moment = useRecording((state) => state.moment)
  const isNarrow = useIsNarrower(1000)
  const [setupOpen, setSetupOpen] = useState(false)
  useEscape(isNarrow && setupOpen, () => setSetupOpen(false))
  useEffect(() => {
    stay()
    return leave
  }, [])
  useEffect(() => {
    if (recording) setSetupOpen(false)
  }, [recording])
  const isSetupShown = !isNarrow || setupOpen || !recording
  return (
    <div className="relative flex min-h-0 min-w-0 flex-1">
      {isSetupShown && (
        <section
          aria-label={copy.lab.recording.setup.region}
          className={`w-80 shrink-0 overflow-y-auto border-line border-r bg-paper px-4 py-3 ${isNarrow && recording ? 'absolute top-0 bottom-0 left-0 z-30 shadow-raised' : ''}`}
        >
          <RecordingSetup />
        </section>
      )}
      <section aria-label={copy.lab.recording.region} className="relative min-w-0 flex-1 overflow-y-auto px-5 py-3 @max-[62.5rem]:px-4">
        <div className="mx-auto flex max-w-6xl flex-col gap-3">
          <Troubles />
          {recording ? (
            <>
              <PunchLine recording={recording} />
              <div className="sticky top-[-0.75rem] z-10 -mx-1 flex flex-wrap items-center gap-x-3 gap-y-1 border-line border-b bg-paper px-1 py-2">
                {isNarrow && (
                  <Button className="h-7" aria-expanded={setupOpen} onClick={() => setSetupOpen(!setupOpen)}>
                    <PanelLeft size={14} aria-hidden /> {copy.lab.recording.setup.open}
                  </Button>
                )}
                <Transport recording={recording} />
                <HeadChoice recording={recording} />
              </div>
              <div className="grid grid-cols-2 gap-x-5 gap-y-2">
                <LaneView which={0} recording={recording} moment={moment} />
                <LaneView which={1} recording={recording} moment={moment} />
              </div>
              <NextTable recording={recording} moment={moment} />
            </>
          ) : (
            <Empty />
          )}
        </div>
      </section>
    </div>
  )
}

function Troubles() {
  const trouble = useRecording((state) => state.trouble)
  const closed = useRecording((state) => state.closed)
  const hasRecording = useRecording((state) => state.recording !== null)
  return (
    <>
      {trouble && <FailureAlert failure={trouble} onDismiss={dismissTrouble} />}
      {closed && hasRecording && (
        <Alert tone="note" sentence={{ what: copy.lab.recording.closed[closed], todo: copy.lab.recording.closedTodo }}>
          <Button onClick={() => void startRecording()}>{copy.lab.recording.recordAgain}</Button>
        </Alert>
      )}
    </>
  )
}

function Empty() {
  const progress = useRecording((state) => state.progress)
  if (progress)
    return (
      <div className="mx-auto flex w-80 flex-col gap-2 py-16 text-center text-[13px] text-soft">
        <p>{copy.lab.recording.recording}</p>
        <div aria-hidden className="h-1 overflow-hidden rounded-full bg-sunken">
          <div className="h-full bg-accent" style={{ width: `${100 * progress.share}%` }} />
        </div>
      </div>
    )
  const { title, paragraphs, record } = copy.lab.recording.empty
  return (
    <div className="mx-auto flex max-w-xl flex-col gap-2 py-10 text-[13px] text-soft leading-relaxed">
      <h2 className="-mb-1 font-medium text-[15px] text-ink">{title}</h2>
      {paragraphs.map((parts) => (
        <p key={parts[0]}>{parts.map((part, at) => (at % 2 === 0 ? part : <em key={part}>{part}</em>))}</p>
      ))}
      <Button look="primary" className="mt-2 self-start" onClick={() => void startRecording()}>
        <Play size={14} aria-hidden /> {record}
      </Button>
    </div>
  )
}
