import { Pause, Play } from 'lucide-react'
import { useEffect, useState } from 'react'
import { copy } from '../../../core/copy/copy'
import { IconButton } from '../../ui/controls/icon-button'
import { ValueSlider } from '../../ui/controls/value-slider'
import type { TurnMoment } from './turn-moments'

export interface TimelineProps {
  readonly moments: readonly TurnMoment[]
  /** Index of the moment shown. null while the current cells are shown. */
  readonly at: number | null
  readonly tokensNow: number
  readonly onChange: (at: number | null) => void
}

const playMs = 900
const mostMarks = 12

export function Timeline({ moments, at, tokensNow, onChange }: TimelineProps) {
  const texts = copy.cache.anatomy.timeline
  const moment = at === null ? undefined : moments[at]
  const text = moment ? texts.turn(moment) : texts.now(tokensNow)
  const [isPlaying, setPlaying] = useState(false)
  useEffect(() => {
    if (!isPlaying) return
    if (at === null) return setPlaying(false)
    const timer = setTimeout(() => onChange(at + 1 < moments.length ? at + 1 : null), playMs)
    return () => clearTimeout(timer)
  }, [isPlaying, at, moments.length, onChange])
  const play = () => {
    if (at === null) onChange(0)
    setPlaying(true)
  }
  const show = (position: number) => {
    setPlaying(false)
    onChange(position >= moments.length ? null : position)
  }
  return (
    <div className="flex items-start gap-2">
      {isPlaying ? (
        <IconButton icon={Pause} label={texts.pause} onClick={() => setPlaying(false)} />
      ) : (
        <IconButton icon={Play} label={texts.play} onClick={play} />
      )}
      <div className="min-w-0 flex-1">
        <ValueSlider label={texts.label} positions={moments.length + 1} position={at ?? moments.length} onChange={show} valueText={text} />
        <Marks moments={moments} at={at} />
        <p className="px-2 text-[12px] text-soft tabular-nums" data-testid="moment">
          {text}
        </p>
      </div>
    </div>
  )
}

/** Below the positions of the slider. */
function Marks({ moments, at }: Pick<TimelineProps, 'moments' | 'at'>) {
  const texts = copy.cache.anatomy.timeline
  const every = Math.ceil(moments.length / mostMarks)
  const left = (index: number) => ({ left: `${(index / moments.length) * 100}%` })
  return (
    <div aria-hidden className="relative mx-2 h-4 text-[11px] text-faint tabular-nums">
      {moments.map(
        ({ turn }, index) =>
          index % every === 0 && (
            <span key={turn} className={`-translate-x-1/2 absolute ${index === at ? 'text-ink' : ''}`} style={left(index)}>
              {texts.mark(turn)}
            </span>
          ),
      )}
      <span className={`absolute right-0 ${at === null ? 'text-ink' : ''}`}>{texts.nowMark}</span>
    </div>
  )
}
