/** The protocol with the Lab's process, told to small stand-ins of it: what they do is in their source. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { failureOf } from '../../core/contract/coded-error'
import type { LabRequest } from '../../core/lab/experiments/lab-process'
import { runExperiment } from './run-experiment'

const folder = mkdtempSync(join(tmpdir(), 'headroom-lab-'))
afterAll(() => rmSync(folder, { recursive: true }))

const request: LabRequest = { experiment: 'kv-types', modelPath: '/m.gguf', seed: 7, budgets: null }
const processThat = (onRequest: string): string => {
  const path = join(folder, `${Math.random()}.mjs`)
  writeFileSync(path, `process.on('message', (request) => { ${onRequest} }); process.send({ type: 'ready' })`)
  return path
}

it('hands on progress and the result of the request that it sent', async () => {
  const heard: [number, string][] = []
  const entry = processThat(
    `process.send({ type: 'progress', share: 0.5, what: 'half' }); process.send({ type: 'result', result: { name: request.experiment, seed: request.seed } })`,
  )
  const result = await runExperiment(entry, request, { onProgress: (...word) => heard.push(word) })
  expect(result).toEqual({ name: 'kv-types', seed: 7 })
  expect(heard).toEqual([[0.5, 'half']])
})

it('rejects with the failure that the process names, and with engine-gone where it dies', async () => {
  const failing = processThat(`process.send({ type: 'failure', failure: { code: 'file-not-found', facts: { path: request.modelPath } } })`)
  const failed = await runExperiment(failing, request, { onProgress: () => {} }).catch(failureOf)
  expect(failed).toEqual({ code: 'file-not-found', facts: { path: '/m.gguf' } })
  const dead = await runExperiment(processThat('process.exit(9)'), request, { onProgress: () => {} }).catch(failureOf)
  expect(dead).toMatchObject({ code: 'engine-gone' })
})

it('ends the process when it is cancelled', async () => {
  const controller = new AbortController()
  const running = runExperiment(processThat(`process.send({ type: 'progress', share: 0, what: 'on' }); for (;;);`), request, {
    onProgress: () => controller.abort(new Error('cancelled')),
    signal: controller.signal,
  })
  await expect(running).rejects.toThrow('cancelled')
})
