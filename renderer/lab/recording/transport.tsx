import { Pause, Play, SkipBack, SkipForward, StepBack, StepForward } from 'lucide-react'
import { useEffect } from 'react'
import type { Recording } from '../../../core/contract/lab/lab'
import { copy } from '../../../core/copy/copy'
import { IconButton } from '../../ui/controls/icon-button'
import { ValueSlider } from '../../ui/controls/value-slider'
import { lastMoment, pause, play, recordingStore, showMoment, useRecording } from './recording-store'

const playMs = 700

export function Transport({ recording }: { readonly recording: Recording }) {
  const moment = useRecording((state) => state.moment)
  const isPlaying = useRecording((state) => state.isPlaying)
  const last = lastMoment(recording)
  useEffect(() => {
    if (!isPlaying) return
    const timer = setInterval(() => showMoment(recordingStore.getState().moment + 1), playMs)
    return () => clearInterval(timer)
  }, [isPlaying])
  const step = (to: number) => {
    pause()
    showMoment(to)
  }
  const texts = copy.lab.recording.transport
  const text = texts.step(moment + 1, last + 1)
  return (
    <div className="flex min-w-96 flex-1 items-center gap-1">
      <IconButton icon={SkipBack} label={texts.first} disabled={moment === 0} onClick={() => step(0)} />
      <IconButton icon={StepBack} label={texts.back} disabled={moment === 0} onClick={() => step(moment - 1)} />
      {isPlaying ? (
        <IconButton icon={Pause} label={texts.pause} onClick={pause} />
      ) : (
        <IconButton icon={Play} label={moment === last ? texts.playAgain : texts.play} onClick={play} />
      )}
      <IconButton icon={StepForward} label={texts.on} disabled={moment === last} onClick={() => step(moment + 1)} />
      <IconButton icon={SkipForward} label={texts.last} disabled={moment === last} onClick={() => step(last)} />
      <div className="min-w-24 flex-1">
        <ValueSlider label={texts.slider} positions={last + 1} position={moment} onChange={step} valueText={text} />
      </div>
      <span className="w-28 shrink-0 text-[12px] text-soft">{text}</span>
    </div>
  )
}
