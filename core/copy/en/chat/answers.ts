import type { SharedPrefill, SpeculationFigures, TurnWait } from '../../../contract/chat/turn'
import { formatBytes, formatCount, formatMs, formatRate } from '../../../text/amounts'
import { counted, tokens } from '../../words/en'
import { speculation } from '../turn/speculation'

export const answers = {
  copy: 'Copy the answer',
  openReport: 'Open the report',
  closeReport: 'Close the report',
  regenerate: (count: number): string => (count === 1 ? 'Regenerate' : `Regenerate with ${counted(count, 'answer', 'answers')}`),
  continue: 'Continue',

  edit: {
    action: 'Edit the answer',
    label: 'Text of the answer',
    note: 'The original answer and everything after it stay as a branch. The model writes nothing.',
    cancel: 'Cancel',
    save: 'Save',
  },
  edited: 'edited by you',

  branch: {
    answer: { previous: 'Previous answer', next: 'Next answer' },
    version: { previous: 'Previous version', next: 'Next version' },
    position: (position: number, count: number): string => `${formatCount(position)} of ${formatCount(count)}`,
  },

  /** Why a complete answer has no text. */
  nothing: {
    empty: 'The model ended its answer without writing any text. Regenerate the answer, or rephrase your message.',
    onlyReasoning: 'The model ended after its reasoning, without an answer. Regenerate the answer, or switch Think off.',
    tooLong:
      'The answer reached its length limit while the model was still thinking. Continue the answer, or set a limit for the reasoning in the settings.',
    contextFull: 'The context was full before the model had finished thinking.',
  },

  /** A screen reader announces only the phases. */
  progress: {
    waiting: 'Waiting for the engine',
    waitsFor(wait: TurnWait): string {
      if (wait.for === 'prompt')
        return `Waiting for another answer whose prompt begins with the same ${counted(wait.tokens, 'token', 'tokens')}`
      const { wanted, idle, sequences } = wait
      const waits = 'Waiting for other conversations'
      if (idle === 0) return `${waits}: they use ${sequences === 1 ? 'the only sequence' : `all ${formatCount(sequences)} sequences`}`
      if (idle >= wanted) return `${waits}, which were first`
      return `${waits}: the answers need ${counted(wanted, 'sequence', 'sequences')}, and ${formatCount(idle)} of ${formatCount(sequences)} are free`
    },
    moreSequences: 'raise Sequences in the settings to answer more conversations at the same time',
    isCopied: 'they are processed once, and copied',
    reading: 'Processing the conversation',
    read: (processed: number, newTokens: number): string => `${formatCount(processed)} of ${counted(newTokens, 'new token', 'new tokens')}`,
    thinking: 'Thinking',
    answering: 'Answering',
    /** `tokensPerSecond` is null if it is unknown or not shown. */
    written: (outputTokens: number, tokensPerSecond: number | null, drafts: SpeculationFigures | null): string =>
      [tokens(outputTokens), tokensPerSecond !== null && formatRate(tokensPerSecond), drafts && speculation.progress(drafts)]
        .filter(Boolean)
        .join(' · '),
  },

  set: {
    title: 'Answers',
    continueWith: 'Continue with',
    name: (number: number): string => `Answer ${formatCount(number)}`,
    nameOf: (number: number, count: number): string => `Answer ${formatCount(number)} of ${formatCount(count)}`,
    chosen: (number: number): string => `Answer ${formatCount(number)}: the conversation continues here`,
    copy: (number: number): string => `Copy answer ${formatCount(number)}`,
    stop: (number: number): string => `Stop answer ${formatCount(number)}`,
    openReport: (number: number): string => `Open the report of answer ${formatCount(number)}`,
    closeReport: (number: number): string => `Close the report of answer ${formatCount(number)}`,

    onePrefill: ({ answers: count, cellBytes, inOneBatch }: SharedPrefill): string =>
      `${formatCount(count)} answers · prompt processed once · ${formatBytes(cellBytes * (count - 1))} of cells copied${inOneBatch ? '' : ' · in turn'}`,
    onePrefillMeaning({ answers: count, cellBytes, copyMs, inOneBatch }: SharedPrefill): string {
      const copies = `The prompt was processed once. Its cells (${formatBytes(cellBytes)}) were then copied to the sequences of the other answers in ${formatMs(copyMs)}. Each sequence has its own cells (Headroom keeps llama.cpp’s kv_unified off), so the cells of the prompt are in memory ${formatCount(count)} times.`
      return inOneBatch
        ? `${copies} All answers are decoded in one batch, so each weight is read once for all of them. llama.cpp adds numbers in a different order when a batch has several sequences, so after a few hundred tokens an answer can differ from the one that the same seed gives when it is the only answer.`
        : `${copies} The sequences of this model cannot share a batch in this version of llama.cpp, so the answers take turns, one token at a time.`
    },
  },
}
