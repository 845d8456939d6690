import { formatBytes, formatCount } from '../../../text/amounts'
import { counted, tokens } from '../../words/en'

interface ContextSize {
  readonly bytes: number
  /** Per sequence. */
  readonly contextTokens: number
}

export const answerCount = {
  label: 'Answers',
  option: (answers: number): string => counted(answers, 'answer', 'answers'),
  onePrefill: 'The prompt is processed once, and the answers are shown side by side. At a low temperature, they can be the same.',
  /** `bytes`: of all sequences. */
  needs: (answers: number, bytes: { readonly before: number; readonly after: number }): string =>
    `The cache grows from ${formatBytes(bytes.before)} to ${formatBytes(bytes.after)}, for ${formatCount(answers)} sequences. It keeps this size until you set fewer sequences in the settings.`,
  sameAnswers: 'At temperature 0, all answers would be the same. Raise the temperature in the settings.',

  offer: {
    what: (answers: number, sequences: number): string =>
      `${formatCount(answers)} answers at once need ${formatCount(answers)} sequences; this context has ${formatCount(sequences)}.`,
    cost(before: ContextSize, after: ContextSize | undefined): string {
      const growth = after ? ` from ${formatBytes(before.bytes)} to ${formatBytes(after.bytes)}` : ''
      const shorter =
        after && after.contextTokens < before.contextTokens ? `, and each sequence holds only ${tokens(after.contextTokens)}` : ''
      return `Each sequence has its own cells (Headroom keeps llama.cpp’s kv_unified off), so the caches grow${growth}${shorter}. The context is created again, and its current contents are processed again.`
    },
    set: (sequences: number): string => `Set ${counted(sequences, 'sequence', 'sequences')}`,
    ask: (answers: number): string => `Ask for ${counted(answers, 'answer', 'answers')}`,
  },
}
