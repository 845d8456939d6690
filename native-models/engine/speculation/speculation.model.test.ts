import { fileURLToPath } from 'node:url'
import type { LlamaContextSequence, Token } from 'node-llama-cpp'
import { afterAll, describe, expect, it } from 'vitest'
import type { PromptMessage } from '../../../core/contract/chat/turn'
import { defaultKvSettings } from '../../../core/contract/settings/kv-defaults'
import { defaultSampling, type SamplingSettings } from '../../../core/contract/settings/sampling'
import { TurnLog, turnStart } from '../../process/turn-log'
import { onlyTurn } from '../batch/testing/only-turn'
import { type Decoder, DirectDecoder } from '../decode/decoder'
import { internalsOf } from '../llama/llama-internals'
import { LlamaLog } from '../llama/llama-log'
import { loadLlama } from '../llama/load-llama'
import { LlamaEngine } from '../llama-engine'
import { promptRenderer } from '../prompt/render-prompt'
import { promptLookup } from './proposer'
import { SpeculativeDecoder } from './speculative-decoder'
import { AlwaysDraft } from './testing/always-draft'

const pocketPath = fileURLToPath(new URL('../../pocket/pocket-f16.gguf', import.meta.url))
const fixturePath = (name: string) => fileURLToPath(new URL(`../../fixtures/${name}.gguf`, import.meta.url))
const story: PromptMessage[] = [{ role: 'user', text: 'Tell me a tiny story. Tell me a tiny story.' }]

async function withModel<T>(
  path: string,
  work: (decoders: {
    plain: (sampling: SamplingSettings, tokens: number) => Promise<Token[]>
    ahead: (sampling: SamplingSettings, tokens: number) => Promise<{ tokens: Token[]; meter: AlwaysDraft; cells: number }>
  }) => Promise<T>,
): Promise<T> {
  const llama = await loadLlama('cpu', new LlamaLog())
  const model = await llama.loadModel({ modelPath: path })
  const context = await model.createContext({ contextSize: 1024, batchSize: 64, threads: 1 })
  const sequence = context.getSequence()
  const internals = internalsOf(context, model, sequence as LlamaContextSequence)
  if (!internals) throw new Error('Expected this node-llama-cpp to have the shape that llama-internals.ts describes')
  const prompt = (await promptRenderer(model)).render(story)
  const write = async (make: () => Decoder, tokens: number): Promise<Token[]> => {
    await sequence.clearHistory()
    await sequence.evaluateWithoutGeneratingNewTokens(prompt.slice(0, -1))
    const decoder = make()
    const written: Token[] = []
    for (let token = prompt.at(-1) as Token; written.length < tokens; written.push(token)) token = await decoder.next(token)
    await decoder.dispose()
    return written
  }
  try {
    return await work({
      plain: (sampling, tokens) =>
        write(() => new DirectDecoder(internals, onlyTurn(internals), { sequence, sampling, seed: 1, prompt }), tokens),
      ahead: async (sampling, count) => {
        const meter = new AlwaysDraft()
        const tokens = await write(
          () =>
            new SpeculativeDecoder(
              internals,
              onlyTurn(internals, { batchTokens: 64 }),
              { sequence, sampling, seed: 1, prompt },
              { proposer: promptLookup, limitTokens: 1024, meter },
            ),
          count,
        )
        expect(sequence.contextTokens).toEqual([...prompt, ...tokens.slice(0, -1)])
        return { tokens, meter, cells: sequence.nextTokenIndex }
      },
    })
  } finally {
    await llama.dispose()
  }
}

const greedy: SamplingSettings = { ...defaultSampling, temperature: 0, ignoreEndOfText: true }

describe('the Pocket model', () => {
  it.each([
    ['at temperature 0', greedy],
    ['at temperature 0 with penalties', { ...greedy, repeatPenalty: 1.2, repeatPenaltyTokens: 32 }],
    ['with DRY', { ...greedy, dryMultiplier: 0.3, dryAllowedLength: 4 }],
    ['with XTC', { ...greedy, xtcProbability: 0.2, xtcThreshold: 0.1 }],
    ['with logit bias', { ...greedy, logitBias: [{ token: ' the', bias: 2 }] }],
  ])('writes the same text with and without drafts, %s', async (_, sampling) => {
    await withModel(pocketPath, async ({ plain, ahead }) => {
      const { tokens, meter } = await ahead(sampling, 200)
      expect(tokens).toEqual(await plain(sampling, 200))
      expect(meter.figures.accepted).toBeGreaterThan(0)
      expect(meter.figures.accepted).toBeLessThan(meter.figures.drafted)
    })
  })
})

/** Of the models with an indexer, only MiniMax-M3 is tested: in the others, rounding can change which cells the indexer picks. */
describe.each(['llama-gqa', 'gemma3', 'deepseek2-mla', 'minimax-m3-msa'])('%s', (name) => {
  it('writes the same text with and without drafts', async () => {
    await withModel(fixturePath(name), async ({ plain, ahead }) => {
      const { tokens, meter } = await ahead(greedy, 300)
      expect(tokens).toEqual(await plain(greedy, 300))
      expect(meter.figures.drafted).toBeGreaterThan(0)
    })
  })
})

describe('a turn with prompt lookup', () => {
  const engine = new LlamaEngine()
  afterAll(() => engine.unload())

  async function load(path: string, contextTokens: number): Promise<void> {
    await engine.start('cpu')
    await engine.loadModel(path, 0, undefined, () => {})
    await engine.createContext({ settings: { ...defaultKvSettings, threads: 1 }, contextTokens, predictedBytes: null })
  }
  async function run(change: Partial<SamplingSettings>) {
    const log = new TurnLog('t', 'c')
    const sampling: SamplingSettings = { ...greedy, speculation: 'prompt-lookup', ...change }
    await engine.forget('c')
    const request = { turnId: 't', conversationId: 'c', messages: story, sampling, sentAtMs: Date.now() }
    await engine.answer(request, [{ log, signal: new AbortController().signal }])
    return log.readFrom(turnStart).update
  }

  it('reports its drafts, and reports none if speculation is off', async () => {
    await load(pocketPath, 1024)
    const { metrics, speculation } = await run({ maxTokens: 150 })
    expect(metrics?.speculation).toEqual(speculation)
    expect(speculation?.drafted).toBeGreaterThan(0)
    expect(metrics?.outputTokens).toBe(150)
    expect(metrics?.usedCells).toBe((metrics?.promptTokens ?? 0) + 149)
    expect((await run({ maxTokens: 5, speculation: 'off' })).metrics?.speculation).toBeUndefined()
  })
  it('ends when the context is full to its last cell', async () => {
    await load(pocketPath, 256)
    const { metrics } = await run({ maxTokens: null })
    expect(metrics).toMatchObject({ stopReason: 'context-full', usedCells: 256 })
  })
  it.each(['mamba2', 'falcon-h1', 'lfm2-swa'])('is refused with %s, because a recurrent state cannot go back', async (name) => {
    await load(fixturePath(name), 512)
    const failure = { code: 'speculation-refused', facts: { reason: 'recurrent-state' } }
    await expect(run({ maxTokens: 5 })).rejects.toMatchObject({ failure })
  })
})
