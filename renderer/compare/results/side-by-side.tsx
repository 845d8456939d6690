import { memo } from 'react'
import { copy } from '../../../core/copy/copy'
import { Visible } from '../../chat/markdown/visible'
import { Section } from '../../ui/section'
import type { MeasuredAnswer, MeasuredSetting } from '../measured/measured-setting'
import { type PartedAnswer, partedAnswer } from './parted-answer'

export const SideBySide = memo(function SideBySide({ settings }: { readonly settings: readonly MeasuredSetting[] }) {
  const prompts = [...new Set(settings.flatMap(({ answers }) => answers.map(({ prompt }) => prompt)))]
  if (prompts.length === 0) return null
  return (
    <Section title={copy.compare.sideBySide.title} note={copy.compare.sideBySide.note}>
      {prompts.map((prompt) => (
        <PromptAnswers key={prompt} prompt={prompt} settings={settings} />
      ))}
    </Section>
  )
})

function PromptAnswers({ prompt, settings }: { readonly prompt: string; readonly settings: readonly MeasuredSetting[] }) {
  const answers = settings.flatMap((setting) => {
    const answer = setting.answers.find((one) => one.prompt === prompt)
    return answer ? [{ setting, answer }] : []
  })
  const reference = answers.find(({ setting }) => setting.isReference)?.answer
  return (
    <div className="mb-3">
      <p translate="no" className="mb-1 line-clamp-2 text-[13px] text-soft" title={prompt}>
        {copy.compare.sideBySide.quoted(prompt)}
      </p>
      <ul aria-label={copy.compare.sideBySide.answers(prompt)} className="grid grid-cols-[repeat(auto-fill,minmax(11rem,1fr))] gap-2">
        {answers.map(({ setting, answer }) => (
          <li key={setting.id} className="flex min-w-0 flex-col rounded-lg border border-line bg-raised px-3 py-2">
            <AnswerCard name={setting.name} answer={answer} reference={setting.isReference ? undefined : reference} />
          </li>
        ))}
      </ul>
    </div>
  )
}

interface AnswerCardProps {
  readonly name: string
  readonly answer: MeasuredAnswer
  /** undefined for the reference, or if the reference has no answer. */
  readonly reference: MeasuredAnswer | undefined
}

function AnswerCard({ name, answer, reference }: AnswerCardProps) {
  const parted = partedAnswer(answer, reference ?? answer)
  return (
    <>
      <p className="flex flex-wrap justify-between gap-x-2 text-[12px]">
        <span className="min-w-0 truncate font-medium" title={name}>
          {name}
        </span>
        <span className="text-faint">
          {reference ? differenceText(parted) : copy.compare.sideBySide.length[parted.unit](parted.sharedPieces)}
        </span>
      </p>
      <p translate="no" className="mt-1 max-h-56 overflow-y-auto whitespace-pre-wrap text-[13px] leading-snug [overflow-wrap:anywhere]">
        <Visible text={parted.shared} />
        {parted.parting !== null && (
          <mark className="rounded-sm bg-mark px-0.5 text-ink">
            {parted.parting === '' ? (
              <span className="text-[12px]">{copy.compare.sideBySide.endsHere}</span>
            ) : (
              <Visible text={parted.parting} />
            )}
          </mark>
        )}
        <span className="text-soft">
          <Visible text={parted.rest} />
        </span>
      </p>
    </>
  )
}

const differenceText = ({ parting, sharedPieces, unit }: PartedAnswer): string =>
  parting === null ? copy.compare.sideBySide.same[unit](sharedPieces) : copy.compare.sideBySide.differsAt[unit](sharedPieces + 1)
