import { useDeferredValue, useMemo, useState } from 'react'
import { copy } from '../../../core/copy/copy'
import { type FitAnswer, type FitChange, type FitQuestion, findFits } from '../../../core/plan/fit/find-fits'
import { Button } from '../../ui/controls/button'
import { Section } from '../../ui/section'
import { setFileType, setSettings } from '../plan/planner-store'

/** After the first click, the result follows the settings. */
export function FitSection({ question }: { readonly question: FitQuestion }) {
  const [isAsked, setAsked] = useState(false)
  const asked = useDeferredValue(question)
  const answer = useMemo(() => (isAsked ? findFits(asked) : null), [isAsked, asked])
  const texts = copy.planner.whatIf.fit
  return (
    <Section title={texts.title}>{answer ? <Ways answer={answer} /> : <Button onClick={() => setAsked(true)}>{texts.ask}</Button>}</Section>
  )
}

function Ways({ answer: { fits, ways } }: { readonly answer: FitAnswer }) {
  const texts = copy.planner.whatIf.fit
  const [first] = ways
  if (!first) return <p className="text-[13px] text-soft">{fits ? texts.fits : texts.none}</p>
  return (
    <>
      <p className="mb-1 text-[13px] text-soft">{first.changes.length === 1 ? texts.single : texts.pairs}</p>
      <ul aria-label={texts.title} className="text-[13px]">
        {ways.map(({ changes, savedBytes, spareBytes }) => {
          const name = texts.join(changes.map(texts.change))
          return (
            <li key={name} className="flex flex-wrap items-center gap-x-4 gap-y-1 border-line border-b py-1.5 last:border-0">
              <span className="min-w-40 flex-1 font-medium">{name}</span>
              <span className="text-soft">{texts.saved(savedBytes)}</span>
              <span className="text-good">{texts.spare(spareBytes)}</span>
              <Button aria-label={texts.useChange(name)} className="h-7 px-2.5" onClick={() => changes.forEach(use)}>
                {texts.use}
              </Button>
            </li>
          )
        })}
      </ul>
    </>
  )
}

function use(change: FitChange): void {
  switch (change.kind) {
    case 'cache-type':
      return setSettings({ keyType: change.type, valueType: change.type })
    case 'context':
      return setSettings({ contextTokens: change.contextTokens })
    case 'sequences':
      return setSettings({ sequences: change.sequences })
    case 'gpu-layers':
      return setSettings({ gpuLayers: change.gpuLayers })
    case 'file-type':
      return setFileType(change.type)
  }
}
