import type { QuestionMode, RecallTask } from '../../../lab/experiments/policy-measures'
import { policiesSetup } from '../../../lab/experiments/setups'
import { flashTile, flashTileBytes, labTileScores, scoreBytes } from '../../../lab/score-tiles'
import { formatBytes } from '../../../text/amounts'

export interface ModeTexts {
  /** Used in a table whose column is called `question`. */
  readonly short: string
  readonly label: string
  readonly note: string
}

const modes: Readonly<Record<QuestionMode, ModeTexts>> = {
  'query-aware': {
    short: 'seen',
    label: 'question seen',
    note: 'The cache is compressed after the question has been read. That flatters policies that look at attention: the question tells them what to keep.',
  },
  'query-agnostic': {
    short: 'unseen',
    label: 'question unseen',
    note: 'The context is read and compressed, then the question is read. This is what happens if one cache serves several questions, or is saved for later.',
  },
}

export const measures = {
  modes,
  modeChoice: 'When the cache is compressed',
  tasks: {
    needle: 'one needle',
    'multi-key': 'needle among 4 keys',
    'variable-tracking': 'variable tracking',
    'common-words': 'common words',
  } satisfies Readonly<Record<RecallTask, string>>,
  task: (task: string, prompt: number, prompts: number): string => `${task}, prompt ${prompt} of ${prompts}`,
  budgetNote:
    'The compression ratio is the share of the cells that was removed: of the context and the question if the question was seen, of the context alone if it was not. It is measured, so it differs from the ratio or budget asked for if a policy cannot keep exactly so many cells: Scissorhands removes at least half the budget at a time, ChunkKV keeps whole chunks, DuoAttention keeps whole heads, PyramidKV rounds the budget of each layer, and Quest removes no cells.',
  tilesNote: (): string =>
    `Tile by tile, the Lab keeps ${labTileScores} scores of a head in memory at a time (${formatBytes(labTileScores * scoreBytes)}). Real kernels keep more, but also a fixed number: FlashAttention-2 keeps a tile of at most ${flashTile.join(' × ')} (${formatBytes(flashTileBytes)}), however long the text is.`,
  notes: (): readonly string[] => [
    `The question: “seen” means that the cache was compressed after the question was read; “unseen” means that the context was read and compressed before the question. Policies that compress at each step do so again after the question. A row without “seen” or “unseen” is for a policy that removes no cells. Perplexity is measured on texts whose continuation no policy has seen, so it is in the “unseen” rows.`,
    `The tasks are like RULER’s, with ${policiesSetup.prompts} prompts of ${policiesSetup.promptTokens} tokens each. The prompts are generated from the seed, in the style of the embedded model’s held-out texts: one needle (niah_single), one of 4 keys (niah_multikey_1), a value passed on to ${policiesSetup.variableHops} more variables (vt), the ${policiesSetup.commonWords} most common words of a list (cwe). The score is the share of the expected words in the answer (string_match_all).`,
    `In parentheses: the 95% Wilson interval for shares, and one standard error for perplexity, as in llama-perplexity. All rows have the same prompts and texts, so the difference between two rows is more certain than their intervals suggest.`,
    `If the full cache itself scores less than ${100 * policiesSetup.leastFullScore}% on a task, the policies are not tested on it. The score in the row of the full cache shows what the model can do.`,
  ],
}
