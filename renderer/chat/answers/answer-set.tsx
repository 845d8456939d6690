import { Radio } from '@base-ui/react/radio'
import { RadioGroup } from '@base-ui/react/radio-group'
import { Tabs } from '@base-ui/react/tabs'
import type { StoredMessage } from '../../../core/contract/chat/conversations'
import { formatBytes, formatCount, formatMs } from '../../../core/text/amounts'
import { Explained } from '../../ui/explained'
import { useIsNarrower } from '../../window/use-is-narrower'
import { showBranch } from '../conversation/conversation-store'
import { AnswerColumn } from './answer-column'
import { AnswerAgain } from './answer-foot'
import { BranchChoice } from './branch-choice'

export interface AnswerSetProps {
  readonly answers: readonly StoredMessage[]
  /** The answer the conversation continues with. */
  readonly shown: StoredMessage
}

/** Width needed for two columns. */
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
      aria-label="Go on with"
      value={shown.id}
      onValueChange={(id) => onPick(id as string)}
      className="grid grid-cols-[repeat(auto-fit,minmax(17rem,1fr))] gap-3"
    >
      {answers.map((answer, index) => (
        <section
          key={answer.id}
          aria-label={`Answer ${index + 1} of ${answers.length}`}
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
            {answer.id === shown.id ? `Answer ${index + 1}: goes on from here` : `Answer ${index + 1}`}
          </label>
          <AnswerColumn message={answer} number={index + 1} />
        </section>
      ))}
    </RadioGroup>
  )
}

/** The visible tab is the answer the conversation continues with. */
function AnswerTabs({ answers, shown, onPick }: PickProps) {
  return (
    <Tabs.Root value={shown.id} onValueChange={(id) => onPick(id as string)}>
      <Tabs.List aria-label="Answers" className="flex flex-wrap gap-1 border-line border-b pb-1">
        {answers.map((answer, index) => (
          <Tabs.Tab
            key={answer.id}
            value={answer.id}
            className="h-7 rounded-md px-2.5 text-[12px] text-soft hover:bg-sunken data-[active]:bg-accent-soft data-[active]:font-medium data-[active]:text-ink"
          >
            Answer {index + 1}
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
      {shared && (
        <Explained
          by={`The prompt was processed once. Its cells (${formatBytes(shared.cellBytes)}) were then copied to the sequences of the other answers in ${formatMs(shared.copyMs)}: llama.cpp keeps the cells of each sequence apart here (kv_unified is off), so they are in memory ${shared.answers} times. ${shared.inOneBatch ? 'All answers are decoded in one batch: each weight is read once for all of them. llama.cpp sums a batch of several sequences in another order than one of a single one: after some hundred tokens an answer can part from what its seed gives alone.' : 'This model’s sequences cannot be in one batch with this llama.cpp, so the answers take turns, a token each.'}`}
        >
          {formatCount(shared.answers)} answers from one prefill · {formatBytes(shared.cellBytes)} of cells copied{' '}
          {formatCount(shared.answers - 1)} ×{shared.inOneBatch ? '' : ' · in turn'}
        </Explained>
      )}
      {isOver && (
        <span className="ml-auto flex items-center">
          <BranchChoice message={shown} noun="answer" />
          <AnswerAgain message={shown} isLast />
        </span>
      )}
    </footer>
  )
}
