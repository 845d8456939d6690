import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { failureOf } from '../../../core/contract/errors/coded-error'
import { describeFailure } from '../../../core/copy/failures'
import { makeHeader } from '../../../core/gguf/made-header'
import { subjectFromConfig } from '../../../core/plan/config/subject-from-config'
import { planSubjectOf } from '../../../core/plan/plan-subject'
import { qwen32b } from '../../../core/plan/testing/qwen3-32b'
import { type Flags, UsageError } from '../input/flags'
import { planOnFleet } from './plan-fleet'

const subject = subjectFromConfig(JSON.stringify(qwen32b))
const file = { version: 1, hosts: [{ name: 'node', gpu: 'h100-sxm', gpus: 4 }], engine: { kind: 'vllm', tensorParallel: 4 } }

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'headroom-fleet-'))
})
afterEach(() => {
  vi.restoreAllMocks()
  rmSync(folder, { recursive: true, force: true })
})

function stored(content: unknown): string {
  const path = join(folder, 'fleet.json')
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
  return path
}

async function printed(content: unknown, flags: Flags = {}, model = subject): Promise<{ code: number; text: string }> {
  let text = ''
  vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => {
    text += String(chunk)
    return true
  })
  const code = await planOnFleet(model, stored(content), flags)
  return { code, text }
}

it('headroom plan --fleet prints a table: what is in each device, for how many users, and which resource runs out first', async () => {
  const { code, text } = await printed(file, { users: '20', 'itl-limit': '30' })
  expect(code).toBe(0)
  expect(text).toContain('20 users at once, each with a prompt of 1,024 tokens')
  expect(text).toMatch(/ {2}4 × NVIDIA H100 SXM \(node\), layers 0 to 63, 80\.0 GiB\n {4}weights +15\.3 GiB {2}estimate ±2%/)
  expect(text).toContain('  Assumed: gpu_memory_utilization 0.92, max_num_batched_tokens 8,192.')
  expect(text).toMatch(/What ends first:\n {2}Memory/)
})

it('headroom plan --fleet -o json writes every documented field', async () => {
  const { text } = await printed(file, { output: 'json', 'prompt-tokens': '2000', 'output-tokens': '48' })
  const answer = JSON.parse(text)
  expect(answer).toMatchObject({ model: 'qwen3', engine: 'vllm', refused: null, fits: true, users: 1, idleDevices: 0 })
  expect(answer.replicas[0].capacity).toMatchObject({ unit: 'blocks', tokensPerUnit: 16, unitsPerUser: 128, sharedUnits: 0 })
  expect(answer.replicas[0].bounds.itl).toMatchObject({ resource: 'memory-bandwidth' })
})

it('headroom plan --fleet -o md writes one row for each group of equal devices', async () => {
  const { text } = await printed(file, { output: 'md' })
  expect(text).toContain('| device | count | weights | K and V | activations | overhead | kept free | unused |')
  expect(text).toMatch(/\| 4 × NVIDIA H100 SXM \(node\), layers 0 to 63 \| 4 \| 15\.3 GiB \|/)
})

it('headroom plan --fleet says which devices hold only the output, and which hold no layers', async () => {
  const keys = { block_count: 2, embedding_length: 64, feed_forward_length: 128, vocab_size: 256, 'attention.head_count': 2 }
  const tiny = planSubjectOf(makeHeader('llama', { ...keys, context_length: 4096 }), 'tiny')
  const { text } = await printed({ ...file, hosts: [{ gpu: 'l4', gpus: 5 }], engine: { kind: 'llama.cpp' } }, {}, tiny)
  // 0, 1/3 and 2/3 of five equal shares.
  expect(text.match(/NVIDIA L4 .*/g)).toEqual([
    'NVIDIA L4 (host-1), layers 0 to 1, 24.0 GiB',
    'NVIDIA L4 (host-1), no layers, 24.0 GiB',
    'NVIDIA L4 (host-1), output, 24.0 GiB',
    'NVIDIA L4 (host-1), no layers, 24.0 GiB',
  ])
})

it('headroom plan --fleet -o md says which devices are idle, and what a shared prefix changes, like the table', async () => {
  const shared = { ...file, hosts: [{ gpu: 'h100-sxm', gpus: 6 }], workload: { promptTokens: 1000, sharedPrefixTokens: 500 } }
  for (const output of ['table', 'md']) {
    const { text } = await printed(shared, { output })
    expect(text).toContain('2 devices are not used')
    expect(text).toMatch(/The shared prefix: [\d,]+ users with it, [\d,]+ without it/)
  }
})

it('headroom plan --fleet says why an engine refuses a plan, and exits with 3', async () => {
  const { code, text } = await printed({ ...file, engine: { kind: 'vllm', tensorParallel: 3 } })
  expect(code).toBe(3)
  expect(text).toContain('Refused (heads-not-divisible): Tensor parallelism of 3 does not divide the model’s 64 attention heads.')
})

it('headroom plan --fleet names the wrong field of a file, and what is allowed', async () => {
  const error = await planOnFleet(subject, stored({ ...file, hosts: [{ gpu: 'h900' }] }), {}).catch((caught: unknown) => caught)
  const failure = failureOf(error)
  expect(failure && describeFailure(failure)).toMatch(
    /^fleet\.json, field hosts\[0\]\.gpu: Headroom does not know “h900”\. Use one of rtx-3090, .* For a GPU or a link, you can also give the figures\.$/,
  )
})

it('headroom plan --fleet refuses a file that is missing, one that is too large, and a flag that is not a number', async () => {
  const codeOf = async (path: string) => failureOf(await planOnFleet(subject, path, {}).catch((caught: unknown) => caught))?.code
  expect(await codeOf(join(folder, 'nowhere.json'))).toBe('file-not-found')
  expect(await codeOf(stored(' '.repeat(2 ** 20 + 1)))).toBe('file-too-large')
  await expect(planOnFleet(subject, stored(file), { users: 'many' })).rejects.toThrow(UsageError)
})
