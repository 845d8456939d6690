import { useState } from 'react'
import type { Recording } from '../../../core/contract/lab/lab'
import { copy } from '../../../core/copy/copy'
import { policyNamed } from '../../../core/lab/policies/all'
import { nextCells } from '../../../core/lab/recording/limits'
import type { PolicyName } from '../../../core/lab/selection/policy'
import { Segmented } from '../../ui/controls/segmented'
import { Section } from '../../ui/section'
import { stepAt, visibleToken } from './lane-at'
import { useRecording } from './recording-store'
import { useLaneSight } from './use-lane-sight'

export function NextTable({ recording, moment }: { readonly recording: Recording; readonly moment: number }) {
  const [side, setSide] = useState<'left' | 'right'>('left')
  const which = side === 'left' ? 0 : 1
  const layer = useRecording((state) => state.layer)
  const queryHead = useRecording((state) => state.queryHead)
  const lane = recording.lanes[which]
  const { look } = useLaneSight(which, stepAt(lane, moment))
  if (!look) return null
  const { policies } = copy.lab
  const texts = copy.lab.recording.next
  const kvHead = Math.floor(queryHead / (recording.model.queryHeads / recording.model.kvHeads))
  return (
    <Section
      title={texts.title}
      note={texts.note(look.held.length, layer + 1, kvHead + 1, nextCells)}
      actions={
        <Segmented
          label={texts.side}
          value={side}
          options={[
            { value: 'left', label: texts.sideOf(policies.title(recording.lanes[0].policy)) },
            { value: 'right', label: texts.sideOf(policies.title(recording.lanes[1].policy)) },
          ]}
          onChange={setSide}
        />
      }
    >
      <table className="w-full table-fixed text-[12px]">
        <colgroup>
          <col className="w-44" />
          <col />
          <col className="w-[36%]" />
        </colgroup>
        <thead className="sr-only">
          <tr>
            <th>{texts.policy}</th>
            <th>{texts.places}</th>
            <th>{texts.tokens}</th>
          </tr>
        </thead>
        <tbody>
          {look.next.map(({ policy, tokens }) => {
            const { signal, savesMemory } = policyNamed(policy)
            return (
              <tr key={policy} className="border-line border-b last:border-b-0">
                <th scope="row" title={policies.about(policy, signal)} className="truncate py-1 text-left font-medium">
                  {policies.title(policy)}
                </th>
                <td className="py-1 pr-3">
                  <Strip held={look.held} next={tokens} />
                </td>
                <td className="truncate py-1 text-soft" title={textOf(lane.tokens, tokens)}>
                  {tokens.length > 0 ? textOf(lane.tokens, tokens) : reasonFor(savesMemory, policy)}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </Section>
  )
}

const textOf = (all: readonly { readonly text: string }[], tokens: readonly number[]): string =>
  tokens.map((token) => visibleToken(all[token]?.text ?? '').trim() || '␣').join(' · ')

function reasonFor(savesMemory: boolean, policy: PolicyName): string {
  const { keepsAll, savesReads, nothing } = copy.lab.recording.next
  if (savesMemory) return keepsAll
  return policy === 'quest' ? savesReads : nothing
}

const stripHeight = 12

/** Cells about to be evicted are also taller, so that color is not the only cue. */
function Strip({ held, next }: { readonly held: readonly number[]; readonly next: readonly number[] }) {
  const goes = new Set(next)
  const path = (isGoing: boolean) =>
    held
      .map((token, at) => (goes.has(token) === isGoing ? `M${at} ${isGoing ? 0 : 4}h0.85v${isGoing ? stripHeight : 4}h-0.85z` : ''))
      .join('')
  return (
    <svg viewBox={`0 0 ${Math.max(1, held.length)} ${stripHeight}`} preserveAspectRatio="none" aria-hidden className="block h-3 w-full">
      <path d={path(false)} fill="var(--cell-template)" opacity="0.55" />
      <path d={path(true)} fill="var(--kind-sliding)" />
    </svg>
  )
}
