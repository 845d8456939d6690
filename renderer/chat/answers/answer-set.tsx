import { Radio } from '@base-ui/react/radio'
import { RadioGroup } from '@base-ui/react/radio-group'
import { Tabs } from '@base-ui/react/tabs'
import type { StoredMessage } from '../../../core/contract/chat/conversations'
import { copy } from '../../../core/copy/copy'
import { Explained } from '../../ui/explained'
import { useIsNarrower } from '../../window/use-is-narrower'
import { showBranch } from '../conversation/conversation-store'
import { AnswerColumn } from './answer-column'
import { AnswerAgain } from './answer-foot'
import { BranchChoice } from './branch-choice'

export interface AnswerSetProps {
  readonly answers: readonly StoredMessage[]
  readonly shown: StoredMessage
}

const columnsPx = 1100

export function AnswerSet({ answers, shown }: AnswerSetProps) {
  const isNarrow = useIsNarrower(columnsPx)
  const continueWith = (id: string) => void showBranch(shown.conversationId, id)
  return (
    <>
      {isNarrow ? (
        <AnswerTabs answers={answers} shown={shown} onPick={continueWith} />
      ) : (
        <AnswerColumns answers={answers} shown={shown} onPick={continueWith} />
      )}
      <SetFoot answers={answers} shown={shown} />
    </>
  )
}

interface PickProps extends AnswerSetProps {
  readonly onPick: (id: string) => void
}

function AnswerColumns({ answers, shown, onPick }: PickProps) {
  return (
    <RadioGroup
      aria-label={copy.chat.answers.set.continueWith}
      value={shown.id}
      onValueChange={(id) => onPick(id as string)}
      className="grid grid-cols-[repeat(auto-fit,minmax(17rem,1fr))] gap-3"
    >
      {answers.map((answer, index) => (
        <section
          key={answer.id}
          aria-label={copy.chat.answers.set.nameOf(index + 1, answers.length)}
          className={`min-w-0 rounded-lg border px-3 py-2 ${answer.id === shown.id ? 'border-accent' : 'border-line'}`}
        >
          {/* biome-ignore lint/a11y/noLabelWithoutControl: the radio is its control, which Base UI renders as a span. */}
          <label className="flex min-h-7 items-center gap-2 text-[12px] text-soft">
            <Radio.Root
              value={answer.id}
              className="grid size-4 shrink-0 place-items-center rounded-full border border-line-strong data-[checked]:border-accent"
            >
              <Radio.Indicator className="size-2 rounded-full bg-accent" />
            </Radio.Root>
            {answer.id === shown.id ? copy.chat.answers.set.chosen(index + 1) : copy.chat.answers.set.name(index + 1)}
          </label>
          <AnswerColumn message={answer} number={index + 1} />
        </section>
      ))}
    </RadioGroup>
  )
}

function AnswerTabs({ answers, shown, onPick }: PickProps) {
  return (
    <Tabs.Root value={shown.id} onValueChange={(id) => onPick(id as string)}>
      <Tabs.List aria-label={copy.chat.answers.set.title} className="flex flex-wrap gap-1 border-line border-b pb-1">
        {answers.map((answer, index) => (
          <Tabs.Tab
            key={answer.id}
            value={answer.id}
            className="h-7 rounded-md px-2.5 text-[12px] text-soft hover:bg-sunken data-[active]:bg-accent-soft data-[active]:font-medium data-[active]:text-ink"
          >
            {copy.chat.answers.set.name(index + 1)}
            {answer.state === 'streaming' && <span aria-hidden> …</span>}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {answers.map((answer, index) => (
        <Tabs.Panel key={answer.id} value={answer.id} className="pt-2">
          <AnswerColumn message={answer} number={index + 1} />
        </Tabs.Panel>
      ))}
    </Tabs.Root>
  )
}

function SetFoot({ answers, shown }: AnswerSetProps) {
  const shared = answers.find(({ metrics }) => metrics?.shared)?.metrics?.shared
  const isOver = answers.every(({ state }) => state !== 'streaming')
  return (
    <footer className="mt-1.5 flex min-h-7 flex-wrap items-center gap-x-1 text-[12px] text-faint">
      {shared && <Explained by={copy.chat.answers.set.onePrefillMeaning(shared)}>{copy.chat.answers.set.onePrefill(shared)}</Explained>}
      {isOver && (
        <span className="ml-auto flex items-center">
          <BranchChoice message={shown} noun="answer" />
          <AnswerAgain message={shown} isLast />
        </span>
      )}
    </footer>
  )
}
