import { measuredHits } from '../../../lab/experiments/measured-hits'
import { engineOverheadBytes, gpuOverheadBytes, gpuOverheadErrorShare } from '../../../plan/parts/overhead'
import { activationFacts, claimedActivationBytes, reservedActivationBytes } from '../../../plan/parts/published-facts'
import { formatBytes, formatCount, formatPercent } from '../../../text/amounts'

interface PublishedFigure {
  readonly said: string
  readonly arithmetic: string
}

type FigureId = 'deepSeekV2' | 'gemma3' | 'llama4' | 'deepSeekV3' | 'mamba' | 'activations' | 'overhead' | 'tova' | 'compaction'

const { tokens, embeddingDim, vocabulary, microBatchTokens } = activationFacts
const { budgetTokens, blockTokens, none, holeFill, repack } = measuredHits

/** A test recomputes the figures of models. */
export const publishedFigures = (): Readonly<Record<FigureId, PublishedFigure>> => ({
  deepSeekV2: {
    said: 'DeepSeek-V2’s cache is 93.3% smaller than that of DeepSeek 67B',
    arithmetic:
      'At f16: (512 + 64) × 60 layers × 2 B = 69,120 B per token, compared with 2 × 95 layers × 8 KV heads × 128 × 2 B = 389,120 B: 82.2% smaller. To reach 93.3%, the cache also needs 6 bits per element: 25,920 B.',
  },
  gemma3: {
    said: 'Sliding windows make the cache of Gemma 3 27B about 15 times smaller',
    arithmetic: 'With 128k tokens, 62 GiB ÷ 10.7 GiB = 5.8 times; with 32k tokens, 4.8 times. 10 of its 62 layers keep every token.',
  },
  llama4: {
    said: 'Llama 4 takes 6.1 GB at 32k tokens',
    arithmetic: '12 layers × 32,768 cells and 36 chunked layers × 8,704 cells, at 2 × 8 KV heads × 128 × 2 B = 4,096 B per cell: 2.70 GiB.',
  },
  deepSeekV3: {
    said: 'DeepSeek-V3 fits 128k tokens into the memory that 8k tokens of a 70B model needed',
    arithmetic:
      '131,072 × 70,272 B = 8.58 GiB. Llama 3 70B with its 8 KV heads takes 8,192 × 327,680 B = 2.50 GiB; with 64 it would take 20.0 GiB.',
  },
  mamba: {
    said: 'Mamba’s state is 12 KB, and a constant 384 MB at 32k tokens',
    arithmetic:
      '384 MB is 12 KB times 32,000 tokens, but a constant is not multiplied. The state of Falcon Mamba 7B is 38 MiB at any length: 64 layers × 8,192 channels × (16 + 3) × 4 B.',
  },
  activations: {
    said: 'Activations of a prompt take batch × tokens × width × 2 B',
    arithmetic:
      `Llama 3.1 8B at 8k: ${formatCount(tokens)} × ${formatCount(embeddingDim)} × 2 B = ${formatBytes(claimedActivationBytes)}. llama.cpp computes one micro-batch at a time and reserves more, most of it for the logits: ` +
      `${formatCount(microBatchTokens)} tokens × (${formatCount(vocabulary)} + 2 × ${formatCount(embeddingDim)}) × 4 B = ${formatBytes(reservedActivationBytes)}.`,
  },
  overhead: {
    said: 'llama.cpp itself takes about 1 GB',
    arithmetic:
      `About ${formatBytes(engineOverheadBytes)}, measured on the CPU: the resident memory of a process minus weights, cache, and compute buffer. ` +
      `With CUDA, each GPU adds about ${formatBytes(gpuOverheadBytes)} (± ${formatPercent(gpuOverheadErrorShare)}) for the driver, kernels and scratch memory: ${formatBytes(engineOverheadBytes)} + ${formatBytes(gpuOverheadBytes)} = ${formatBytes(engineOverheadBytes + gpuOverheadBytes)} with one GPU.`,
  },
  tova: {
    said: 'TOVA and Scissorhands rank tokens by a running sum of attention',
    arithmetic:
      'H2O does. TOVA looks at the last query alone; Scissorhands counts how often a token received less than the average share. The Lab has all three.',
  },
  compaction: {
    said: 'Compaction does not change how much of a prompt is found in the cache',
    arithmetic:
      `A shared block is matched by its content from the first token on. Once tokens in it are evicted or moved, it is a different block. The Lab measured this with H2O at ${budgetTokens} cells and blocks of ${blockTokens} tokens (“Both walls”): ` +
      `a second request with the same prompt finds ${formatPercent(none / 100)} of it without compaction, ${formatPercent(holeFill / 100)} after hole-filling and ${formatPercent(repack / 100)} after repacking. Only blocks that another request is reading keep their place.`,
  },
})
