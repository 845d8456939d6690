import type { RecordingNews } from '../../../contract/lab/lab'
import type { LaneFault } from '../../../lab/recording/limits'
import { formatCount } from '../../../text/amounts'
import { counted, tokens } from '../../words/en'

const faults: Readonly<Record<LaneFault, { readonly name: string; readonly note: string }>> = {
  none: { name: 'No fault', note: 'The cache works as it should.' },
  'positions-restart': {
    name: 'Positions at 0',
    note: 'Every token of the answer claims to be at position 0, so it sees only other tokens at position 0.',
  },
  'keeps-old-cells': {
    name: 'No reset',
    note: 'The cells of the previous conversation stay, at positions that the new prompt uses again.',
  },
}

const closed: Readonly<Record<Extract<RecordingNews, { type: 'closed' }>['because'], string>> = {
  replaced: 'Another window made a recording, so this recording was closed.',
  benchmark: 'A benchmark needs the machine, so this recording was closed.',
  ended: 'The process that held this recording has ended.',
}

const examples: Readonly<Record<'early-fact' | 'hidden-fact' | 'story', { readonly name: string; readonly note: string }>> = {
  'early-fact': { name: 'A fact at the beginning', note: 'A cache that forgets the oldest tokens forgets the fact.' },
  'hidden-fact': { name: 'A fact among others', note: 'The fact is neither at the beginning nor at the end.' },
  story: { name: 'A story', note: 'There is nothing to remember, so small caches do well. Ask for many tokens.' },
}

const told = (words: string): string => (words === '' ? 'no answer' : `“${words}”`)

export const recording = {
  setup: {
    region: 'What to record',
    open: 'Setup',
    form: 'Recording',
    intro: 'Two caches read the same question and answer it. The Lab records every step of both.',
    example: 'Example',
    exampleMeaning: 'Questions that show a difference. You can change the text below.',
    ownText: 'Your own text',
    examples,
    question: 'Question',
    questionMeaning: (mostTokens: number): string =>
      `What the model reads, up to ${tokens(mostTokens)}. The last line is the question; the lines before it are its context.`,
    modeMeaning:
      'Policies that evict only once do so at this moment. The others evict at each step while they read, so they evict cells before they have seen the question.',
    lanes: [
      { cache: 'Left cache', policy: 'Left policy', fault: 'Left fault', sharing: 'Left heads share the budget' },
      { cache: 'Right cache', policy: 'Right policy', fault: 'Right fault', sharing: 'Right heads share the budget' },
    ],
    sharing: {
      name: 'Heads share the budget',
      meaning: 'As in Ada-KV: the heads of a layer share their budget, and the cells with the best scores in the layer get it.',
      refused: 'The heads cannot share the budget, because this policy does not give the cells of each head their own scores.',
    },
    faults,
    budget: 'Budget',
    budgetMeaning: 'Cells that each head of each layer may hold. The full cache ignores the budget; Quest reads that many cells.',
    budgetValue: (cells: number): string => `${counted(cells, 'cell', 'cells')} per head`,
    answer: 'Answer',
    answerMeaning: 'The model writes at most this many tokens.',
    answerValue: (count: number): string => tokens(count),
    stepped: (label: string, value: string): string => `${label}: ${value}`,
    record: 'Record',
    cancel: 'Cancel',
    waits: 'You can record when the experiment has ended.',
  },
  region: 'Recorded caches',
  /** The words that tell the answers apart. */
  punchLine: {
    answers: (left: string, leftPolicy: string, right: string, rightPolicy: string): string =>
      `${leftPolicy}: ${told(left)}. ${rightPolicy}: ${told(right)}.`,
    why: 'Follow step by step which cells each cache evicts.',
    same: (answer: string): string => `Both caches give the same answer: ${told(answer)}.`,
  },
  closed,
  closedTodo: 'You can still step through both answers. Record them again to see what each head held.',
  recordAgain: 'Record again',
  recording: 'Recording: the Lab keeps every attention weight of every head.',
  empty: {
    title: 'What happens when a cache must forget?',
    record: 'Record the example',
    /** Every second part is emphasized. */
    paragraphs: [
      [
        'A model reads its text through the KV cache: for each token, each layer keeps a key and a value, its ',
        'cells',
        '. To write the next token, every head compares its query with all keys (that is ',
        'attention',
        ') and mixes the values of those that match.',
      ],
      [
        'The cache grows with the text. An ',
        'eviction policy',
        ' keeps it within a budget by removing cells, and each policy has its own idea of which ones will not be missed. Record two of them on the same question, and see which one still knows the answer.',
      ],
    ],
  },
  transport: {
    step: (step: number, steps: number): string => `Step ${formatCount(step)} of ${formatCount(steps)}`,
    slider: 'Step',
    first: 'Go to the first step',
    back: 'Go to the previous step',
    on: 'Go to the next step',
    last: 'Go to the last step',
    play: 'Play',
    playAgain: 'Play from the beginning',
    pause: 'Pause',
  },
  head: {
    layer: 'Layer',
    head: 'Head',
    layerName: (layer: number): string => `Layer ${formatCount(layer)}`,
    headName: (head: number): string => `Head ${formatCount(head)}`,
    reads: (kvHead: number): string => `reads the cells of KV head ${formatCount(kvHead)}`,
  },
  next: {
    title: 'What each policy would evict next',
    note: (cells: number, layer: number, kvHead: number, asked: number): string =>
      `Every policy gets the same ${counted(cells, 'cell', 'cells')} (layer ${layer}, KV head ${kvHead}) and names those that it would evict to free ${formatCount(asked)}. It names more or fewer if it protects many cells, evicts many at once, or takes more from one head than from another. The oldest cell is on the left, the newest on the right. Marked cells would be evicted.`,
    side: 'Cells of',
    sideOf: (policy: string): string => `Cells of ${policy}`,
    policy: 'Policy',
    places: 'Where the cells are',
    tokens: 'Tokens',
    keepsAll: 'nothing: it always keeps that many',
    savesReads: 'nothing: it reads less and keeps everything',
    nothing: 'nothing',
  },
}
