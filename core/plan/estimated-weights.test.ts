import { readFileSync } from 'node:fs'
import { brotliDecompressSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { makeHeader } from '../gguf/made-header'
import { headerOf } from '../kv/fixtures/truth'
import { subjectFromConfig } from './config/subject-from-config'
import { withEstimatedWeights } from './estimated-weights'
import { type PlanSubject, planSubjectOf } from './plan-subject'
import { qwen32b } from './testing/qwen3-32b'

const countOf = ({ elements }: PlanSubject): number =>
  elements ? elements.layers.reduce((sum, one) => sum + one, elements.embedding + elements.output) : 0
const headers: Record<string, string> = JSON.parse(
  brotliDecompressSync(readFileSync(new URL('../kv/fixtures/headers.json.br', import.meta.url))).toString(),
)
/** 5,120 x (64 + 64 + 8 + 8) x 128 + 3 x 5,120 x 25,600 + two norms. */
const qwenLayer = 94_371_840 + 393_216_000 + 10_240
const qwenTotal = 64 * qwenLayer + 2 * 151_936 * 5120 + 5120

describe('the number of weight elements', () => {
  it('is 32.8 billion for the config.json of Qwen3 32B, as computed by hand', () => {
    const subject = subjectFromConfig(JSON.stringify(qwen32b))
    expect(countOf(subject)).toBe(qwenTotal)
    // The model card says 32.8B.
    expect(qwenTotal / 1e9).toBeCloseTo(32.76, 2)
  })
  it('includes the token embedding only once if it is also the output matrix', () => {
    const tied = subjectFromConfig(JSON.stringify({ ...qwen32b, tie_word_embeddings: true }))
    expect(countOf(tied)).toBe(qwenTotal - 151_936 * 5120)
    expect(withEstimatedWeights(tied, 'f16').weights?.sharedOutputBytes).toBe(2 * 151_936 * 5120)
  })
  it.each(['llama-3-8b', 'gemma-3-27b', 'deepseek-v3', 'qwen3-next-80b-a3b'])(
    'equals that of the tensors in the file, within the stated error: %s',
    async (name) => {
      const header = await headerOf(Buffer.from(headers[`headers/${name}.gguf`] ?? '', 'base64'))
      const truth = planSubjectOf(header, '').parameters ?? 0
      const hasOutput = header.tensors.some(({ name }) => name === 'output.weight')
      const subject = planSubjectOf({ ...header, tensors: [] }, '', !hasOutput)
      expect(Math.abs(countOf(subject) / truth - 1)).toBeLessThan(subject.elements?.errorShare ?? 0)
    },
  )
  it('is unknown if llama.cpp does not know the architecture, or if the header has no vocabulary', () => {
    const keys = { block_count: 2, embedding_length: 64, feed_forward_length: 128, 'attention.head_count': 2 }
    expect(planSubjectOf(makeHeader('notyet', { ...keys, vocab_size: 10 }), '').elements).toBeUndefined()
    expect(planSubjectOf(makeHeader('llama', keys), '').elements).toBeUndefined()
  })
})

describe('the estimated weights', () => {
  it('are elements times bits per weight, and the parts add up to the total', () => {
    const { weights } = withEstimatedWeights(subjectFromConfig(JSON.stringify(qwen32b)), 'q4_K_M')
    expect(weights?.totalBytes).toBe(Math.round((qwenTotal * 4.8944) / 8))
    expect(weights?.layerBytes).toHaveLength(64)
    expect(weights?.layerBytes[0]).toBe(Math.floor((qwenLayer * 4.8944) / 8))
    const sum = (weights?.layerBytes ?? []).reduce((all, bytes) => all + bytes, (weights?.inputBytes ?? 0) + (weights?.outputBytes ?? 0))
    expect(sum).toBe(weights?.totalBytes)
    // 2% for the count and 5% for the bits
    expect(weights?.errorShare).toBeCloseTo(0.07)
  })
  it('use the published number of parameters, if it is known', () => {
    const subject = { ...subjectFromConfig(JSON.stringify(qwen32b)), parameters: 32_762_123_264 }
    expect(withEstimatedWeights(subject, 'f16').weights?.totalBytes).toBe(2 * 32_762_123_264)
  })
})
