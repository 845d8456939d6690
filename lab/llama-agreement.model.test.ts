import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ControlledEvaluateInputItem, Llama, LlamaContext, LlamaModel, Token } from 'node-llama-cpp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { logProbability } from '../core/lab/softmax'
import { LlamaLog } from '../native-models/engine/llama/llama-log'
import { loadLlama } from '../native-models/engine/llama/load-llama'
import type { Attend } from './attention/attention'
import { eagerAttention } from './attention/eager'
import { onlineAttention } from './attention/online'
import { ContiguousCache } from './cache/contiguous-cache'
import { forward } from './forward/forward'
import { generate } from './forward/generate'
import { cacheShapeFor } from './forward/lab-session'
import type { LabModel } from './model/model'
import { readLabModel } from './model/read-model'
import { writeF32Copy } from './testing/f32-copy'
import { tinyQwen3, writeTinyQwen3 } from './testing/tiny-qwen3'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const pocketPath = at('../native-models/pocket/pocket-f16.gguf')
const heldout = readFileSync(at('../native-models/pocket/eval/heldout.txt'), 'utf8')
const textTokens = process.env.HEADROOM_SHORT_RUN ? 250 : 1000

let llama: Llama
let lab: LabModel
const scratch = mkdtempSync(join(tmpdir(), 'headroom-lab-'))

beforeAll(async () => {
  llama = await loadLlama('cpu', new LlamaLog())
  lab = await readLabModel(pocketPath)
})
afterAll(async () => {
  await llama.dispose()
  rmSync(scratch, { recursive: true })
})

const cacheFor = (model: LabModel = lab) => new ContiguousCache(cacheShapeFor(model, 1024))

/** (tokens, V): llama.cpp's ln p of each possible next token. */
async function logProbabilitiesOf(path: string, type: 'F16' | 'F32', tokens: Int32Array): Promise<Float64Array[]> {
  const model = await llama.loadModel({ modelPath: path })
  const context = await model.createContext({
    contextSize: 1024,
    threads: 1,
    flashAttention: false,
    experimentalKvCacheKeyType: type,
    experimentalKvCacheValueType: type,
  })
  const asked = Array.from(tokens, (token): ControlledEvaluateInputItem => [token as Token, { generateNext: { probabilities: true } }])
  const output = await context.getSequence().controlledEvaluate(asked)
  await model.dispose()
  return output.map((item) => {
    const row = new Float64Array(lab.shape.vocabulary).fill(Number.NEGATIVE_INFINITY)
    const probabilities = [...(item?.next.probabilities ?? [])]
    // In f32, they sum to 1 only approximately.
    const total = probabilities.reduce((sum, [, probability]) => sum + probability, 0)
    for (const [token, probability] of probabilities) row[token] = Math.log(probability / total)
    return row
  })
}

function labLogProbabilities(tokens: Int32Array, attend: Attend, model: LabModel = lab): Float64Array[] {
  const cache = cacheFor(model)
  const rows: Float64Array[] = []
  for (let first = 0; first < tokens.length; first += 100) {
    const chunk = tokens.subarray(first, first + 100)
    const positions = Int32Array.from(chunk, (_, t) => first + t)
    const logits = forward(model, cache, [{ sequence: 0, tokens: chunk, positions }], { attend, logits: 'all' })
    for (let t = 0; t < chunk.length; t++) {
      const row = logits.subarray(t * model.shape.vocabulary, (t + 1) * model.shape.vocabulary)
      const shift = (row[0] as number) - logProbability(row, 0)
      rows.push(Float64Array.from(row, (logit) => logit - shift))
    }
  }
  return rows
}

interface Disagreement {
  /** Largest difference of a token's ln p, in nats. */
  readonly worst: number
  /** Largest KL(llama.cpp || Lab) of a position, in nats. */
  readonly worstDivergence: number
  readonly otherChoices: number
}

function disagreement(theirs: readonly Float64Array[], ours: readonly Float64Array[]): Disagreement {
  let worst = 0
  let worstDivergence = 0
  let otherChoices = 0
  theirs.forEach((row, t) => {
    const own = ours[t] as Float64Array
    let divergence = 0
    row.forEach((logP, token) => {
      const difference = logP - (own[token] as number)
      worst = Math.max(worst, Math.abs(difference))
      divergence += Math.exp(logP) * difference
    })
    worstDivergence = Math.max(worstDivergence, divergence)
    if (row.indexOf(Math.max(...row)) !== own.indexOf(Math.max(...own))) otherChoices++
  })
  return { worst, worstDivergence, otherChoices }
}

describe('the Lab agrees with llama.cpp at every position of a text', () => {
  const results = (tokens: Int32Array) => [eagerAttention(), onlineAttention()].map((attend) => labLogProbabilities(tokens, attend))

  it(`within 0.15 nats and a divergence of 0.0005 over ${textTokens} tokens of the embedded model, even though only llama.cpp rounds the inputs of an f16 matrix to f16`, async () => {
    const tokens = lab.tokenizer.encode(heldout).subarray(0, textTokens)
    const theirs = await logProbabilitiesOf(pocketPath, 'F16', tokens)
    for (const ours of results(tokens)) {
      const found = disagreement(theirs, ours)
      expect(ours).toHaveLength(textTokens)
      expect(found.worst).toBeLessThan(0.15)
      expect(found.worstDivergence).toBeLessThan(5e-4)
      expect(found.otherChoices).toBeLessThanOrEqual(2)
    }
  })

  it('within 0.005 nats and a divergence of 0.000001 over 300 tokens if weights and cache are f32, so that llama.cpp rounds nothing to f16', async () => {
    const path = join(scratch, 'pocket-f32.gguf')
    await writeF32Copy(pocketPath, path)
    const tokens = lab.tokenizer.encode(heldout).subarray(0, 300)
    const theirs = await logProbabilitiesOf(path, 'F32', tokens)
    for (const ours of results(tokens)) {
      const found = disagreement(theirs, ours)
      expect(found.worst).toBeLessThan(5e-3)
      expect(found.worstDivergence).toBeLessThan(1e-6)
      expect(found.otherChoices).toBe(0)
    }
  })
})

describe('the Lab agrees with llama.cpp on a model of Qwen3’s shape', () => {
  it('within 0.005 nats at every position of 300 tokens, with QK-norm, RoPE over halves, and heads wider than width / heads', async () => {
    const path = join(scratch, 'tiny-qwen3.gguf')
    await writeTinyQwen3(pocketPath, path)
    const model = await readLabModel(path)
    expect(model.shape).toMatchObject({ ...tinyQwen3, vocabulary: lab.shape.vocabulary })
    const tokens = lab.tokenizer.encode(heldout).subarray(0, 300)
    const theirs = await logProbabilitiesOf(path, 'F32', tokens)
    for (const attend of [eagerAttention(), onlineAttention()]) {
      const found = disagreement(theirs, labLogProbabilities(tokens, attend, model))
      expect(found.worst).toBeLessThan(5e-3)
      expect(found.worstDivergence).toBeLessThan(1e-6)
      expect(found.otherChoices).toBe(0)
    }
  })
})

describe('the Lab’s greedy answer', () => {
  let context: LlamaContext
  beforeAll(async () => {
    const model = await llama.loadModel({ modelPath: pocketPath })
    context = await model.createContext({ contextSize: 1024, threads: 1 })
  })

  const prompts = [
    'Tell me a tiny story.',
    'What is a KV cache?',
    'My name is Marta. What is my name?',
    'What is 7 + 5?',
    'Repeat: red, green, blue.',
  ]
  it.each(prompts)('equals that of llama.cpp: %s', async (text) => {
    const prompt = lab.tokenizer.encode(`<|im_start|>user\n${text}<|im_end|>\n<|im_start|>assistant\n`)
    const sequence = context.getSequence()
    const theirs: number[] = []
    for await (const token of sequence.evaluate([...prompt] as Token[], { temperature: 0 })) {
      theirs.push(token)
      if (theirs.length === 120) break
    }
    sequence.dispose()
    const ours = generate({ model: lab, cache: cacheFor(), sequence: 0, attend: onlineAttention() }, prompt, 120)
    expect(ours).toEqual(theirs)
    expect(ours.length).toBeGreaterThan(3)
  })
})

describe('the tokenizer', () => {
  let model: LlamaModel
  beforeAll(async () => {
    model = await llama.loadModel({ modelPath: pocketPath, vocabOnly: true })
  })

  const lines = [
    ...heldout.split('\n').filter((_, line) => line % 7 === 0),
    '',
    ' ',
    '  two  spaces   three ',
    'tab\tand\r\nbreaks\n\n\n end',
    "It's we're I'll they've don't 'S I'D",
    'Größe naïve Ελληνικά 漢字かな 한국어 😀👩‍👩‍👧 ½ ²',
    '12345 3.14 x²',
    'no-break\u00a0space, en\u2002space, line\u2028separator, zero\u200bwidth, next\u0085line, mark\ufeff',
    '\u0000\u0001\u001f\u007f control',
    '<|im_start|>user\nHi<|im_end|>\n<|bos|> <|im_sta rt|>',
    '\u0301 combining e\u0301',
    '((()))!!!---___***',
  ]
  it('splits every line as llama.cpp does', () => {
    for (const line of lines) expect([line, [...lab.tokenizer.encode(line).subarray(1)]]).toEqual([line, model.tokenize(line, true)])
  })
  it('decodes tokens to the original text', () => {
    for (const line of lines) expect(lab.tokenizer.decode(lab.tokenizer.encode(line).subarray(1))).toBe(line)
  })
})
