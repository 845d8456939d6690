import type { ContextReport } from '../../../contract/cache/cache'
import type { DraftReport } from '../../../contract/models/draft'
import { formatBytes, formatCount, formatMs } from '../../../text/amounts'

export const context = {
  label: 'Context',
  keyType: { name: 'K', meaning: 'How the elements of keys are stored.' },
  valueType: { name: 'V', meaning: 'How the elements of values are stored.' },
  tokens: { name: 'ctx', meaning: 'Tokens that one conversation can hold.' },
  threads: {
    name: 'threads',
    meaning(measured: ContextReport['threads']['measured']): string {
      const what = 'Threads used for decoding, out of the physical cores of this machine.'
      if (measured.length === 0) return what
      return `${what} Time per token, measured when the context was created: ${measured.map((row) => `${row.threads}: ${formatMs(row.msPerToken)}`).join(', ')}.`
    },
    lowered: (threads: number): string => `${threads} (machine is busy)`,
    of: (threads: number, cores: number): string => `${threads} of ${cores}`,
  },
  bytes: (bytes: number): string => `${formatCount(bytes)} bytes`,
  allocated: {
    name: 'Allocated',
    meaning:
      'What llama.cpp allocated for all caches of this context, for all sequences. The memory is allocated when the context is created, not as it fills.',
  },
  predicted: {
    name: 'Predicted',
    meaning:
      'Computed from the header of the file before the model was loaded. llama.cpp reports what it allocated in steps of 0.01 MiB; “equal” means that the prediction, rounded in the same way, matches the reported size.',
    equal: 'equal',
    notPlanned: 'not planned',
    different: (predictedBytes: number | null, allocatedBytes: number | null): string => {
      const predicted = predictedBytes === null ? 'not planned' : formatBytes(predictedBytes)
      return allocatedBytes === null ? `${predicted}, not allocated` : `${predicted} ≠ ${formatBytes(allocatedBytes)}`
    },
  },
  withBuffers: {
    name: 'With compute buffers',
    meaning: 'Caches and compute buffers of this context together, as llama.cpp reports them.',
  },
  draft: {
    name: 'Draft model',
    notLoaded: 'not loaded',
    loading: 'loading…',
    meaning: (name: string): string => `${name} drafts tokens for this model, in its own context.`,
    parts(name: string, { weightBytes, contextBytes, cacheBytes }: DraftReport): string {
      const buffer = contextBytes.ram + contextBytes.vram - cacheBytes
      return `${context.draft.meaning(name)} Weights ${formatBytes(weightBytes.ram + weightBytes.vram)}, f16 cache ${formatBytes(cacheBytes)}, compute buffer ${formatBytes(buffer)}, as llama.cpp reports them.`
    },
  },
  sequences: {
    name: 'Sequences',
    meaning: 'How many conversations keep their cache, and can be answered, at the same time.',
  },
  batches: {
    name: 'Batches',
    shared: 'shared',
    inTurn: 'in turn',
    meaning: (isShared: boolean): string =>
      isShared
        ? 'A batch evaluates the next token of each answer, and a slice of each prompt that is being processed, so each weight is read once for all answers.'
        : 'This version of llama.cpp cannot evaluate several sequences of this model in one batch on this machine. Conversations that are answered at the same time take turns: one token, or a slice of a prompt.',
  },
  flashAttention: {
    name: 'Flash attention',
    meaning: 'Computes attention tile by tile. A quantized V type needs it.',
    on: 'on',
    off: 'off',
  },
  checkpoints: {
    name: 'Checkpoints',
    meaning:
      'Copies of the sliding window or the recurrent state, in RAM. To continue from an earlier point in the conversation, the model goes back to the nearest checkpoint before that point. The oldest checkpoints are removed first. The settings limit their memory.',
    count: (count: number, limit: number, bytes: number): string => `${formatCount(count)} of ${formatCount(limit)}, ${formatBytes(bytes)}`,
    positions: 'positions in tokens',
  },
}
