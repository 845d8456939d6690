import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { forkTrial } from '../backends/fork-trial'
import { forkLab } from '../lab/fork-lab'
import { childEnvironment } from './child-environment'
import { forkEngine } from './fork-engine'

const folder = mkdtempSync(join(tmpdir(), 'headroom-environment-'))
afterAll(() => rmSync(folder, { recursive: true }))

const report = join(folder, 'report.json')
const entry = join(folder, 'entry.mjs')
writeFileSync(
  entry,
  `import { writeFileSync } from 'node:fs'
   writeFileSync(${JSON.stringify(report)}, JSON.stringify(process.env))
   process.on('message', () => {})
   process.send({ ready: true })`,
)

const secrets = [
  'HF_TOKEN',
  'HUGGING_FACE_HUB_TOKEN',
  'AWS_SECRET_ACCESS_KEY',
  'GITHUB_TOKEN',
  'OPENAI_API_KEY',
  'LLAMA_API_KEY',
  'NVIDIA_API_KEY',
  'NODE_OPTIONS',
  'https_proxy',
]
const needed = { VK_ICD_FILENAMES: '/icd.json', CUDA_VISIBLE_DEVICES: '0', GGML_VK_VISIBLE_DEVICES: '1', HEADROOM_FAKE_ENGINE: '{}' }

beforeEach(() => {
  for (const name of secrets) vi.stubEnv(name, name === 'NODE_OPTIONS' ? '--no-warnings' : 'secret')
  for (const [name, value] of Object.entries(needed)) vi.stubEnv(name, value)
})
afterEach(() => void vi.unstubAllEnvs())

async function environmentOf(start: () => Promise<{ kill(): void }>): Promise<Record<string, string>> {
  rmSync(report, { force: true })
  const child = await start()
  const environment = JSON.parse(readFileSync(report, 'utf8'))
  child.kill()
  return environment
}

const children = {
  'the engine': () => forkEngine(entry)(),
  'the Lab': async () => {
    const lab = forkLab(entry)()
    await new Promise<void>((resolve) => lab.onMessage(() => resolve()))
    return lab
  },
  'the trial of a backend': async () => {
    const trial = forkTrial(entry)({ backend: 'cpu', folder, fallbackFolder: null, modelPath: '' })
    await new Promise<void>((resolve) => trial.onFinding(() => resolve()))
    return trial
  },
}

describe.each(Object.entries(children))('%s', (_, start) => {
  it('gets the variables that loaders and drivers need, but no access token or password', async () => {
    const environment = await environmentOf(start)
    expect(Object.keys(environment).filter((name) => secrets.includes(name))).toEqual([])
    expect(environment).toMatchObject(needed)
    const path = Object.entries(environment).find(([name]) => name.toUpperCase() === 'PATH')
    expect(path?.[1]).toBe(process.env.PATH)
  })
})

it('childEnvironment recognizes names in upper and lower case, because Windows ignores case', () => {
  const given = { Path: 'C:\\Windows', SYSTEMROOT: 'C:\\Windows', 'ProgramFiles(x86)': 'C:\\P', Hf_Token: 'secret' }
  const { Hf_Token: _, ...kept } = given
  expect(childEnvironment(given)).toEqual(kept)
})
