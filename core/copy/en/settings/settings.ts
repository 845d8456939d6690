import type { Verdict } from '../../../compare/statistics/verdict'
import type { DraftBill } from '../../../contract/models/draft'
import type { BiasProblem } from '../../../sampling/logit-bias-lines'
import { formatBytes, formatCount, formatMs } from '../../../text/amounts'
import { formatShort } from '../../../text/number-language'
import { counted, listed, tokens } from '../../words/en'
import { verdict } from '../compare/verdict'
import { schemaNoteText } from '../reasons/grammar'
import { fields } from './fields'

/** A setting without a field has only its name in the contract. */
const nameOf = (setting: string): string => fields[setting as keyof typeof fields]?.name ?? setting

export const settings = {
  fields,
  noModel: 'Each model has its own settings. Choose a model first.',
  groups: {
    all: 'All settings',
    cache: 'KV cache',
    advanced: 'Advanced',
    reasoning: 'Reasoning',
    toolCalls: 'Tool calls',
    sampling: 'Sampling',
  },
  /** In the plain view, above all settings. */
  plain: {
    length: 'Longest answer',
    lengthMeaning: 'An answer stops there, even in the middle of a sentence. You can continue it.',
    words: (count: number): string => `about ${counted(count, 'word', 'words')}`,
    noLimit: 'no limit',
    context: 'Memory of a chat',
    contextLabel: 'Memory of a chat in tokens',
    contextMeaning:
      'How much text of a chat the model can remember, in tokens: 1,000 tokens are about 750 English words. More takes more of this computer’s memory. Takes effect when you click Apply.',
    creativity: 'Creativity',
    creativityMeaning: 'Careful answers use the most likely words. Creative ones are more surprising, and wrong more often.',
    creativities: { careful: 'careful', balanced: 'balanced', creative: 'creative' },
    ownCreativity: (temperature: number): string => `your own (${formatShort(temperature, 2)})`,
  },
  /** Below the title of the sampling settings. */
  atOnce: 'Changes apply to the next answer.',
  /** Of a closed group. */
  cacheSummary: (keyType: string, valueType: string): string => `K ${keyType}, V ${valueType}`,
  advancedSummary: 'Speculation, end of the answer',

  resets: {
    one: (to: string | undefined): string => `Reset to ${to ?? 'the default'}`,
    changed: (count: number): string => `${formatCount(count)} changed`,
    differ: (count: number): string =>
      count === 1 ? '1 setting differs from its default.' : `${formatCount(count)} settings differ from their defaults.`,
    all: 'Reset all',
  },

  /** Placeholders of empty fields. */
  automatic: 'automatic',
  noLimit: 'no limit',
  random: 'random',

  typeOption: (type: string, bits: number): string => `${type} · ${formatShort(bits, 2)} bits`,
  oneTensor: 'This model stores K and V as one tensor, so both have the same type.',
  modes: { auto: 'automatic', on: 'on', off: 'off' },

  context: {
    slider: 'Context slider',
    auto: 'Auto',
    sliderText: (count: number, isAuto: boolean): string => `${isAuto ? 'automatic, ' : ''}${tokens(count)}`,
    trainedUpTo: (trained: number): string => `The model was trained up to ${formatCount(trained)}. The dashed part is beyond that.`,
    autoTokens: (count: number): string => `auto: ${formatCount(count)}`,
    asTrained: (count: number): string => `Uses ${tokens(count)}, as many as the model was trained for.`,
    memoryIsShort: (count: number): string => `Uses ${tokens(count)} because memory is limited.`,
    /** `fitting` is null if unknown. */
    moreIsPossible: (count: number, fitting: number | null): string =>
      fitting === null
        ? `Uses ${tokens(count)}. To use more, type a number.`
        : `Uses ${tokens(count)}; up to ${formatCount(fitting)} fit. To use more, type a number or move the slider.`,
    longerThanTrained: (trained: number): string =>
      `Longer than the model was trained for (${tokens(trained)}). Answers get worse beyond that.`,
  },

  comparison: {
    label: 'Comparison with the current settings',
    none: 'You can measure how these changes affect speed and quality.',
    compare: 'Compare these two',
    again: 'Compare again',
    showRun: 'Show its measurements',
    verdict: (measured: Verdict): string => `Compared with the current settings: ${verdict.facts(measured)}.`,
  },

  threads: (cores: number): string =>
    `This machine has ${counted(cores, 'physical core', 'physical cores')}. Headroom uses no more threads than that.`,

  backend: {
    cpuOnly: 'CPU only',
    /** `why` is a sentence. */
    automaticNote: (backend: string, why: string): string => `Uses ${backend}. ${why}`,
    isCpu: 'The backend is the CPU.',
    noGpu: 'No GPU was found that llama.cpp can use.',
  },

  reasoning: {
    /** What the chat template does if the setting says nothing. */
    thinkingNote: (byDefault: 'on' | 'off' | 'neither'): string | undefined =>
      byDefault === 'neither' ? undefined : `With this chat template: ${byDefault}`,
    keeping: { template: 'automatic', keep: 'keep', drop: 'drop' },
    keepingNote: (keepsByDefault: boolean): string => `With this chat template: ${keepsByDefault ? 'keep' : 'drop'}`,
    /** Planned from the open conversation. */
    prices: {
      keep: (kept: number, bytes: number): string =>
        `Keep: the reasoning so far takes ${counted(kept, 'cell', 'cells')}, ${formatBytes(bytes)}.`,
      drop: (repeated: number, ms: number | null): string =>
        `Drop: with your next message, Headroom processes about ${tokens(repeated)} again${ms === null ? '' : `, ${formatMs(ms)}`}.`,
      measured: (repeated: number, ms: number | null): string =>
        `Measured when reasoning was last dropped: ${tokens(repeated)}${ms === null ? '' : `, ${formatMs(ms)}`}.`,
    },
  },

  samplers: {
    order: 'Samplers, in the order they are applied',
    names: {
      logitBias: 'Logit bias',
      penalties: 'Penalties',
      dry: 'DRY',
      topK: 'Top k',
      topP: 'Top p',
      minP: 'Min p',
      xtc: 'XTC',
      temperature: 'Temperature',
    },
    greedy: 'Has no effect at temperature 0',
    wholeAnswer: 'whole answer',
    biasProblem: ({ kind, line }: BiasProblem): string =>
      ({
        'no-bias': `Line ${line} of Logit bias has no “= bias” after its text.`,
        'no-token': `Line ${line} of Logit bias has no text before the “=”.`,
        'not-a-number': `The bias in line ${line} of Logit bias is not a number.`,
        outside: `The bias in line ${line} of Logit bias must be from −100 to 100.`,
        'not-an-id': `Line ${line} of Logit bias needs the ID of a token after “#”. If you mean the character “#”, write “\\#”.`,
        'too-long': `The text in line ${line} of Logit bias has more than 256 characters.`,
        'too-many': 'Logit bias can have at most 256 lines.',
      })[kind],
  },

  toolChoice: {
    modes: { auto: 'auto', none: 'none', required: 'required' },
    tool: (name: string): string => `only ${name}`,
  },

  grammar: {
    kinds: { none: 'any', 'json-schema': 'JSON schema', gbnf: 'GBNF grammar' },
    openFile: 'Open a file…',
    fileLabel: 'File with a schema or a grammar',
    note: schemaNoteText,
  },

  speculation: {
    modes: { off: 'off', 'prompt-lookup': 'prompt lookup', 'draft-model': 'draft model' },
    chooseDraft: 'choose one',
    draftOption: (weightType: string, sizeBytes: number, isSmaller: boolean): string =>
      `${weightType}, ${formatBytes(sizeBytes)}${isSmaller ? '' : ': not smaller than this model'}`,
    fileGone: 'The file has moved or was deleted.',
    openFile: 'Open a file…',
    uploadFile: 'Upload a file…',
    fileLabel: 'Draft model file',
    loading: 'Loading…',
    loaded: 'Loaded next to this model.',
    notLoaded: (why: string): string => `The draft model is not loaded, so answers are written without it. ${why}`,
  },

  presets: {
    title: 'Presets',
    none: 'A preset saves the sampling settings in this form and the system prompt of the open conversation under a name, and, if you want, the memory settings.',
    apply: (name: string): string => `Use ${name}`,
    applyNote:
      'If you use a preset, its sampling settings take effect at once, and its memory settings, if it has them, when you click Apply. Its system prompt is sent with your next message.',
    used: (name: string, { waits, hasPrompt }: { readonly waits: boolean; readonly hasPrompt: boolean }): string => {
      const settings = waits
        ? `The sampling settings of ${name} apply now. Choose Apply to use its memory settings.`
        : `This model uses the settings of ${name}.`
      return hasPrompt ? `${settings} Its system prompt is at the top of the conversation.` : settings
    },
    /** Above the settings: the preset that the model used last. */
    current: (name: string): string => `Preset: ${name}`,
    modified: 'modified',
    /** The names of the settings that differ from the preset. */
    differs: (preset: string, settings: readonly string[]): string => `Differs from ${preset}: ${listed(settings)}.`,
    name: 'Name of the preset',
    save: 'Save as preset',
    includeKv: 'Include memory settings',
    includeKvMeaning:
      'Context size, number of sequences, K and V type and the other settings of the cache. Without them, a preset leaves those settings as they are.',
    replace: 'Replace with current settings',
    rename: 'Rename',
    export: 'Export',
    remove: 'Delete',
    import: 'Import…',
    importFile: 'Preset file',
    removeTitle: (name: string): string => `Delete the preset ${name}?`,
    removeText: 'Your settings and conversations stay as they are.',
    no: 'Keep',
    yes: 'Delete',
  },

  apply: {
    apply: 'Apply',
    creating: 'Preparing the memory…',
    undo: 'Undo',
    meanwhile: (names: readonly string[]) => ({
      what: `Another window has changed stored settings: ${listed(names.map((name) => nameOf(name)))}.`,
      todo: 'If you apply your changes, the other changes stay, except where you have changed the same setting.',
    }),
    discard: 'Discard my changes',
    failed: (why: string) => ({ what: `These settings did not work. ${why}`, todo: 'They were not stored.' }),
    restore: 'Restore the last working settings',
  },

  endAnswer: {
    title: 'Apply and stop the answer?',
    text: 'New settings need a new context. The answer so far is kept.',
    no: 'Let it finish',
    yes: 'Apply and stop',
  },

  preview: {
    cache: 'Cache',
    /** Screen readers read this between two sizes. */
    nowThen: 'now, then',
    bytes: (bytes: number): string => `${formatCount(bytes)} bytes`,
    times: (ratio: number): string => `${formatCount(ratio)} times the current size`,
    fits: 'Fits into free memory',
    /** `tokens`: how many tokens these conversations have in the cache. */
    cost({ does, conversations, tokens: count }: { does: 'restart' | 'load' | 'context'; conversations: number; tokens: number }): string {
      const first = {
        restart: 'Apply restarts the engine and loads the model again.',
        load: 'Apply loads the model again.',
        context: 'Apply creates a new cache.',
      }
      const lost =
        conversations === 0
          ? 'No conversation has to be processed again.'
          : `${counted(conversations, 'conversation is', 'conversations are')} processed again with ${conversations === 1 ? 'its' : 'their'} next message: ${tokens(count)}.`
      return `${first[does]} ${lost}`
    },
    draftModel: 'Draft model',
    draftParts: ({ weightBytes, cacheBytes, computeBytes }: DraftBill): string =>
      `Weights ${formatBytes(weightBytes)}, cache ${formatBytes(cacheBytes)}, compute buffer about ${formatBytes(computeBytes)}. Computed from the header of the file; the compute buffer is an estimate.`,
    about: (bytes: number): string => `about ${formatBytes(bytes)}`,
  },
}
