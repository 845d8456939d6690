import { Pause, Play, SkipBack, StepBack, StepForward } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { playScene, type SceneCompaction, type SceneStep, sceneBlockTokens, sceneCompactions } from '../../../core/lab/paged/scene'
import { formatCount, formatPercent } from '../../../core/text/amounts'
import { IconButton } from '../../ui/controls/icon-button'
import { Segmented } from '../../ui/controls/segmented'
import { Labelled } from '../../ui/fields/form-field'
import { Section } from '../../ui/section'
import { compactionNames, eventText } from './event-text'
import { FullSizeTable } from './full-size-table'
import { PoolPicture } from './pool-picture'

const playMs = 2500

/** How a paged cache allocates memory: ten scenes with the real pool. */
export function PagedView() {
  const [blockTokens, setBlockTokens] = useState<number>(4)
  const [compaction, setCompaction] = useState<SceneCompaction>('repack')
  const [at, setAt] = useState(0)
  const [isPlaying, setPlaying] = useState(false)
  const steps = useMemo(() => playScene({ blockTokens, compaction }), [blockTokens, compaction])
  const last = steps.length - 1
  useEffect(() => {
    if (!isPlaying) return
    const timer = setTimeout(() => (at < last ? setAt(at + 1) : setPlaying(false)), at < last ? playMs : 0)
    return () => clearTimeout(timer)
  }, [isPlaying, at, last])
  const go = (to: number) => {
    setPlaying(false)
    setAt(to)
  }
  const step = steps[at] as SceneStep
  const { title, text } = eventText(step.event)
  return (
    <div className="mx-auto flex max-w-5xl flex-col gap-4 px-5 py-4 @max-[62.5rem]:px-4">
      <div className="flex flex-wrap items-end gap-x-5 gap-y-2">
        <Labelled
          label="Tokens in a block"
          meaning="vLLM takes 16. Small blocks waste less at the end of a sequence, and need longer tables."
        >
          <Segmented
            label="Tokens in a block"
            value={String(blockTokens)}
            options={sceneBlockTokens.map((tokens) => ({ value: String(tokens), label: String(tokens) }))}
            onChange={(tokens) => setBlockTokens(Number(tokens))}
          />
        </Labelled>
        <Labelled label="Compaction" meaning="What is done about the holes that an eviction leaves in blocks.">
          <Segmented
            label="Compaction"
            value={compaction}
            options={sceneCompactions.map((name) => ({ value: name, label: compactionNames[name] }))}
            onChange={setCompaction}
          />
        </Labelled>
        <div className="ml-auto flex items-center gap-1">
          <IconButton icon={SkipBack} label="To the beginning" disabled={at === 0} onClick={() => go(0)} />
          <IconButton icon={StepBack} label="One scene back" disabled={at === 0} onClick={() => go(at - 1)} />
          {isPlaying ? (
            <IconButton icon={Pause} label="Pause" onClick={() => setPlaying(false)} />
          ) : (
            <IconButton
              icon={Play}
              label="Play"
              onClick={() => {
                if (at === last) setAt(0)
                setPlaying(true)
              }}
            />
          )}
          <IconButton icon={StepForward} label="One scene on" disabled={at === last} onClick={() => go(at + 1)} />
          <span className="w-24 text-right text-[12px] text-soft">
            Scene {formatCount(at + 1)} of {formatCount(steps.length)}
          </span>
        </div>
      </div>
      <div className="min-h-20" aria-live="polite">
        <h2 className="font-medium text-[15px]">{title}</h2>
        <p className="text-[13px] text-soft leading-relaxed">{text}</p>
      </div>
      <figure>
        <PoolPicture step={step} before={steps[at - 1]} />
        <figcaption className="mt-2 text-[12px] text-soft leading-snug">{gaugeText(step)}</figcaption>
      </figure>
      <Tables step={step} />
      <FullSizeTable />
    </div>
  )
}

function gaugeText({ gauges }: SceneStep): string {
  const { blocks, freeBlocks, sharedBlocks, tokenSlots, internalFragmentation } = gauges
  return (
    `${formatCount(freeBlocks)} of ${formatCount(blocks)} blocks free, ${formatCount(sharedBlocks)} shared (marked). ${formatCount(tokenSlots)} slots hold a token; ` +
    `${formatPercent(internalFragmentation, 1)} of the slots in use hold none (internal fragmentation). The number in a slot is the position of its token; ` +
    'next to the number of a block are its sequences and how many tables point to it. A frame marks what the scene changed.'
  )
}

function Tables({ step }: { readonly step: SceneStep }) {
  if (step.tables.length === 0) return null
  return (
    <Section
      title="Block tables"
      note="What each sequence knows of the memory: its blocks, in the order of its text. Their numbers need no order: any free block will do."
    >
      <dl className="grid grid-cols-[auto_1fr] items-baseline gap-x-3 gap-y-1 text-[13px] tabular-nums">
        {step.tables.map(({ name, blocks, tokens }) => (
          <div key={name} className="contents">
            <dt className="font-medium">
              {name} <span className="font-normal text-[12px] text-faint">{formatCount(tokens)} tokens</span>
            </dt>
            <dd className="[overflow-wrap:anywhere]">{blocks.join(' → ')}</dd>
          </div>
        ))}
      </dl>
    </Section>
  )
}
