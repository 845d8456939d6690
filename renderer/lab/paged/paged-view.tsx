import { Pause, Play, SkipBack, StepBack, StepForward } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { copy } from '../../../core/copy/copy'
import { playScene, type SceneCompaction, type SceneStep, sceneBlockTokens, sceneCompactions } from '../../../core/lab/paged/scene'
import { IconButton } from '../../ui/controls/icon-button'
import { Segmented } from '../../ui/controls/segmented'
import { Labelled } from '../../ui/fields/form-field'
import { Section } from '../../ui/section'
import { FullSizeTable } from './full-size-table'
import { PoolPicture } from './pool-picture'

const playMs = 2500

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
  const texts = copy.lab.paged
  const { title, text } = texts.scene(step.event)
  return (
    <div className="mx-auto flex max-w-5xl flex-col gap-4 px-5 py-4 @max-[62.5rem]:px-4">
      <div className="flex flex-wrap items-end gap-x-5 gap-y-2">
        <Labelled label={texts.blockTokens} meaning={texts.blockTokensMeaning}>
          <Segmented
            label={texts.blockTokens}
            value={String(blockTokens)}
            options={sceneBlockTokens.map((tokens) => ({ value: String(tokens), label: String(tokens) }))}
            onChange={(tokens) => setBlockTokens(Number(tokens))}
          />
        </Labelled>
        <Labelled label={texts.compaction} meaning={texts.compactionMeaning}>
          <Segmented
            label={texts.compaction}
            value={compaction}
            options={sceneCompactions.map((name) => ({ value: name, label: texts.compactions[name] }))}
            onChange={setCompaction}
          />
        </Labelled>
        <div className="ml-auto flex items-center gap-1">
          <IconButton icon={SkipBack} label={texts.first} disabled={at === 0} onClick={() => go(0)} />
          <IconButton icon={StepBack} label={texts.back} disabled={at === 0} onClick={() => go(at - 1)} />
          {isPlaying ? (
            <IconButton icon={Pause} label={texts.pause} onClick={() => setPlaying(false)} />
          ) : (
            <IconButton
              icon={Play}
              label={texts.play}
              onClick={() => {
                if (at === last) setAt(0)
                setPlaying(true)
              }}
            />
          )}
          <IconButton icon={StepForward} label={texts.on} disabled={at === last} onClick={() => go(at + 1)} />
          <span className="w-24 text-right text-[12px] text-soft">{texts.sceneNumber(at + 1, steps.length)}</span>
        </div>
      </div>
      <div className="min-h-20" aria-live="polite">
        <h2 className="font-medium text-[15px]">{title}</h2>
        <p className="text-[13px] text-soft leading-relaxed">{text}</p>
      </div>
      <figure>
        <PoolPicture step={step} before={steps[at - 1]} />
        <figcaption className="mt-2 text-[12px] text-soft leading-snug">{texts.gauges(step.gauges)}</figcaption>
      </figure>
      <Tables step={step} />
      <FullSizeTable />
    </div>
  )
}

function Tables({ step }: { readonly step: SceneStep }) {
  if (step.tables.length === 0) return null
  return (
    <Section title={copy.lab.paged.tables} note={copy.lab.paged.tablesNote}>
      <dl className="grid grid-cols-[auto_1fr] items-baseline gap-x-3 gap-y-1 text-[13px] tabular-nums">
        {step.tables.map(({ name, blocks, tokens }) => (
          <div key={name} className="contents">
            <dt className="font-medium">
              {name} <span className="font-normal text-[12px] text-faint">{copy.lab.paged.tableTokens(tokens)}</span>
            </dt>
            <dd className="[overflow-wrap:anywhere]">{blocks.join(' → ')}</dd>
          </div>
        ))}
      </dl>
    </Section>
  )
}
