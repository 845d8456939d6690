import { useEffect } from 'react'
import type { RecordedLane, Recording } from '../../../core/contract/lab/lab'
import { copy } from '../../../core/copy/copy'
import { policyNamed } from '../../../core/lab/policies/all'
import { AttentionPicture } from './attention-picture'
import { HeldText } from './held-text'
import { answerAt, firstDifference, laneAt, momentsOf, processedAt, stepAt } from './lane-at'
import { attentionText, evictedText, heldText, laneBudget, perplexityText, readText, stepText, wallText } from './lane-text'
import { see, useRecording } from './recording-store'
import { useLaneSight } from './use-lane-sight'

export interface LaneViewProps {
  readonly which: 0 | 1
  readonly recording: Recording
  readonly moment: number
}

export function LaneView({ which, recording, moment }: LaneViewProps) {
  const lane = recording.lanes[which]
  const now = laneAt(lane, moment)
  const step = stepAt(lane, moment)
  const layer = useRecording((state) => state.layer)
  const queryHead = useRecording((state) => state.queryHead)
  const { look, pattern } = useLaneSight(which, step)
  useEffect(() => void see(which, 'pattern', 0), [which, recording.id, layer, queryHead])
  useEffect(() => void see(which, 'look', step), [which, recording.id, layer, queryHead, step])
  const isClosed = useRecording((state) => state.closed !== null)
  const policy = policyNamed(lane.policy)
  const title = copy.lab.policies.title(lane.policy)
  const texts = copy.lab.lanes
  const processed = look ? processedAt(lane, look.step) : 0
  const cells = look ? look.held.length + look.evicted.length : 0
  const head = { layer: layer + 1, head: queryHead + 1 }
  return (
    <section aria-label={texts.region(which, title)} className="row-span-5 grid min-w-0 grid-rows-subgrid gap-y-2">
      <LaneTitle lane={lane} budget={laneBudget(lane, recording)} mode={copy.lab.measures.modes[recording.mode].label} />
      <Answer recording={recording} which={which} moment={moment} />
      <p className="min-h-17 text-[12px] text-soft leading-snug">
        {stepText(lane, now, moment >= momentsOf(lane))} {heldText(recording, now)} {perplexityText(now)}
      </p>
      {!look && isClosed && <p className="text-[12px] text-soft leading-snug">{texts.closed(head)}</p>}
      {look && (
        <figure className="min-w-0">
          <figcaption className="mb-1 font-medium text-[13px]">{texts.heldText(head)}</figcaption>
          <HeldText label={texts.heldTextOf(title, head)} lane={lane} look={look} processed={processed} />
          <p className="mt-1 min-h-17 text-[12px] text-soft leading-snug">
            {evictedText(lane, look)} {wallText(policy, now, cells, recording.mode)}{' '}
            {readText(lane, now, layer, cells, recording.budgetTokens)}
          </p>
        </figure>
      )}
      {look && pattern && (
        <figure className="min-w-0">
          <figcaption className="mb-1 font-medium text-[13px]">{texts.looks(head)}</figcaption>
          <AttentionPicture
            label={texts.attentionOf(title, head, attentionText(lane, look, processed))}
            pattern={pattern}
            processed={processed}
            tokens={lane.tokens}
          />
          <p className="mt-1 text-[12px] text-soft leading-snug">{attentionText(lane, look, processed)}</p>
        </figure>
      )}
    </section>
  )
}

interface LaneTitleProps {
  readonly lane: RecordedLane
  readonly budget: number | null
  readonly mode: string
}

function LaneTitle({ lane, budget, mode }: LaneTitleProps) {
  const policy = policyNamed(lane.policy)
  const { title, idea, departs } = copy.lab.policies.textsOf(lane.policy)
  const texts = copy.lab.lanes
  const fault = copy.lab.recording.setup.faults[lane.fault]
  return (
    <header>
      <h2 className="flex flex-wrap items-baseline gap-x-2 font-medium">
        {title}
        <span className="font-normal text-[12px] text-faint">{texts.subtitle(budget, copy.lab.policies.signals[policy.signal], mode)}</span>
      </h2>
      <p className="text-[12px] text-soft leading-snug">
        {idea} <span className="text-faint">{texts.source(policy.source)}</span> {departs}
      </p>
      {lane.fault !== 'none' && (
        <p className="mt-1 rounded-md bg-warning-soft px-2 py-1 text-[12px] text-warning leading-snug">
          <strong className="font-medium">{texts.fault(fault.name)}</strong> {fault.note}
        </p>
      )}
    </header>
  )
}

function Answer({ which, recording, moment }: LaneViewProps) {
  const textOf = (lane: RecordedLane) => answerAt(lane, laneAt(lane, moment).processed, moment >= momentsOf(lane) - 1)
  const own = textOf(recording.lanes[which])
  const other = textOf(recording.lanes[which === 0 ? 1 : 0])
  const at = firstDifference(own, other)
  const isPrefix = own.startsWith(other) || other.startsWith(own)
  const cut = at === null || (isPrefix && moment < momentsOf(recording.lanes[which]) - 1) ? own.length : at
  return (
    <p className="min-h-11 rounded-md border border-line bg-raised px-2.5 py-1.5 text-[13px]">
      <span className="mr-0.5 text-[12px] text-faint">{copy.lab.lanes.answer}</span>{' '}
      {own === '' ? (
        <span className="text-faint">
          {moment >= momentsOf(recording.lanes[which]) - 1 ? copy.lab.lanes.noAnswer : copy.lab.lanes.answerNotBegun}
        </span>
      ) : (
        <>
          {own.slice(0, cut)}
          {cut < own.length && (
            <mark title={copy.lab.lanes.differs} className="rounded-[3px] bg-mark text-ink">
              {own.slice(cut)}
            </mark>
          )}
        </>
      )}
    </p>
  )
}
