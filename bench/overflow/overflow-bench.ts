/**
 * `npm run bench:overflow` writes docs/overflow-quality.md. Perplexity covers the held-out tokens after the first `scoredFrom`: by then,
 * every setting except the full cache has dropped tokens. Tokens are dropped in chunks of `chunkTokens`, as in a chat.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isFound, passkeyPrompt } from '../../core/compare/passkey-prompt'
import { defaultKvSettings } from '../../core/contract/settings/kv-defaults'
import { seededRandom } from '../../core/stats/seeded-random'
import { formatPercent } from '../../core/text/amounts'
import { createContext } from '../../native-models/engine/context/create-context'
import { LlamaLog } from '../../native-models/engine/llama/llama-log'
import { loadLlama } from '../../native-models/engine/llama/load-llama'
import { loadModel, type ModelInMemory } from '../../native-models/engine/llama/load-model'
import { thisMachine } from '../machine'
import { resources, root } from '../paths'
import { say } from '../say'
import { StreamedSequence } from './streamed-sequence'

const contextTokens = 1024
const chunkTokens = 64
const scoredFrom = 400
const scoredTo = 1000
const fillerSentences = 40
const depths = [0.05, 0.35, 0.65, 0.95]
const trialsPerDepth = 2
const answerTokens = 24

interface Ends {
  readonly sinkTokens: number
  readonly recentTokens: number
}
/** null means the full cache. */
const settings: readonly (Ends | null)[] = [
  null,
  ...[64, 256].flatMap((recentTokens) => [0, 4, 16].map((sinkTokens) => ({ sinkTokens, recentTokens }))),
]

export async function overflowBench(): Promise<number> {
  const log = new LlamaLog()
  const loaded = await loadModel(await loadLlama('cpu', log), log, resources.embeddedModelPath, 0, undefined, () => {})
  const kv = { ...defaultKvSettings, gpuBackend: 'cpu' as const, gpuLayers: 0, threads: 1, contextTokens }
  const context = await createContext(loaded, log, 1, { settings: kv, contextTokens, predictedBytes: null })
  const text = await readFile(join(root, 'native-models/pocket/eval/heldout.txt'), 'utf8')
  const tokens = loaded.model.tokenize(text.slice(0, 20_000), true).slice(0, scoredTo)
  const rows = ['| first tokens (S) | last tokens (W) | perplexity | passkey found |', '|---:|---:|---:|---:|']
  for (const ends of settings) {
    const stream = new StreamedSequence(context, ends, chunkTokens)
    const perplexity = Math.exp(-(await stream.meanLogProbability(tokens, scoredFrom)))
    const found = await recall(stream, loaded)
    rows.push(`| ${ends?.sinkTokens ?? 'all'} | ${ends?.recentTokens ?? 'all'} | ${perplexity.toFixed(2)} | ${formatPercent(found)} |`)
    say(rows.at(-1) ?? '')
  }
  await write(rows)
  return 0
}

async function recall(stream: StreamedSequence, { model, renderer }: ModelInMemory): Promise<number> {
  let found = 0
  for (const [index, depth] of depths.entries())
    for (let trial = 0; trial < trialsPerDepth; trial++) {
      const { prompt, expected } = passkeyPrompt(fillerSentences, depth, seededRandom(1000 * index + trial))
      const ids = await stream.answer(renderer.render([{ role: 'user', text: prompt }]), answerTokens, (token) =>
        model.isEogToken(token as never),
      )
      if (isFound(model.detokenize(ids as never), expected)) found++
    }
  return found / (depths.length * trialsPerDepth)
}

async function write(rows: readonly string[]): Promise<void> {
  const { cpu, system } = thisMachine()
  const page = `# What a full context costs in quality

\`npm run bench:overflow\` measured these figures with the embedded model, Pocket, and wrote this page. Xiao et al., arXiv:2309.17453, report that models need
their first tokens (attention sinks). The table shows how much this model needs them.

${rows.join('\n')}

Perplexity: tokens ${scoredFrom} to ${scoredTo} of the held-out text (native-models/pocket/eval/heldout.txt), read one at a time in a context of ${contextTokens} tokens. Lower is better.
Passkey: ${depths.length * trialsPerDepth} prompts with a number hidden among ${fillerSentences} sentences of filler, at depths ${depths.join(', ')}, with greedy answers of at most ${answerTokens} tokens.
Tokens leave in chunks of ${chunkTokens}, so the cache has up to ${chunkTokens} tokens more than W. Cells after a gap move up, as in llama.cpp's context shift.

${cpu}, ${system}.
`
  await mkdir(join(root, 'docs'), { recursive: true })
  await writeFile(join(root, 'docs/overflow-quality.md'), page)
}
