import { formatBytes } from '../../../text/amounts'
import type { NoticeWriters } from '../../types/facts'
import { counted, listed } from '../../words/en'

const allSettings: Readonly<Record<string, string>> = { kv: 'all KV settings', sampling: 'all sampling settings' }

export const notices = {
  'store-salvaged': ({ quoted, keptAt, conversations, messages }) => {
    const saved = `${counted(conversations, 'conversation', 'conversations')} with ${counted(messages, 'message', 'messages')}`
    return `The file with your conversations was damaged. SQLite reports: “${quoted}”. Headroom recovered ${saved} and kept the damaged file at ${keptAt}.`
  },
  'turn-interrupted': ({ answers }) =>
    answers === 1
      ? 'Headroom was closed while it was writing an answer. The text up to that point is kept.'
      : `Headroom was closed while it was writing ${counted(answers, 'answer', 'answers')}. The text up to that point is kept.`,
  'compare-interrupted': () => 'Headroom was closed during a benchmark. The results so far are kept, and you can continue it.',
  'answer-not-stored': () =>
    'The disk is full or cannot be written to. The answer stays in memory, and Headroom stores it as soon as it can.',
  'compare-not-stored': () =>
    'The disk is full or cannot be written to. The results of the benchmark stay in memory, and Headroom stores them as soon as it can.',
  'settings-fell-back': ({ names }) =>
    `Saved settings were invalid and have been reset: ${listed(names.map((name) => allSettings[name] ?? name))}.`,
  'preferences-fell-back': ({ names }) =>
    names.length === 0
      ? 'Saved preferences were invalid and have all been reset.'
      : `Saved preferences were invalid and have been reset: ${listed(names)}.`,
  'plan-mismatch': ({ allocatedBytes, predictedBytes }) => {
    const planned = predictedBytes === null ? 'nothing' : formatBytes(predictedBytes)
    return `llama.cpp allocated ${formatBytes(allocatedBytes)} for the caches, but ${planned} was planned. The model works, but the plan for it is wrong. You can copy a report, which contains none of your text.`
  },
  'draft-not-loaded': ({ failure }, describe) => `Answers are written without a draft model. ${describe(failure)}`,
} satisfies NoticeWriters
