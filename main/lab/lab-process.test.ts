import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { failureOf } from '../../core/contract/errors/coded-error'
import type { LabQuestions } from '../../core/lab/lab-process'
import { forkLab } from './fork-lab'
import { LabProcess } from './lab-process'
import { runExperiment } from './run-experiment'

const folder = mkdtempSync(join(tmpdir(), 'headroom-lab-'))
afterAll(() => rmSync(folder, { recursive: true }))

const question: LabQuestions['experiment'] = { experiment: 'kv-types', modelPath: '/m.gguf', seed: 7, choices: {} }
const labThat = (onQuestion: string) => {
  const path = join(folder, `${Math.random()}.mjs`)
  writeFileSync(path, `process.on('message', ({ id, topic, question }) => { ${onQuestion} }); process.send({ type: 'ready' })`)
  return forkLab(path)
}

it('LabProcess forwards the progress and the result of a request', async () => {
  const heard: [number, unknown][] = []
  const lab = labThat(
    `process.send({ type: 'progress', id, share: 0.5, work: { kind: 'starting' } }); process.send({ type: 'answer', id, answer: { name: question.experiment, seed: question.seed } })`,
  )
  const result = await runExperiment(lab, question, (...word) => heard.push(word))
  expect(result).toEqual({ name: 'kv-types', seed: 7 })
  expect(heard).toEqual([[0.5, { kind: 'starting' }]])
})

it('LabProcess rejects with the failure that its process reports, and with lab-ended if the process dies', async () => {
  const failing = labThat(`process.send({ type: 'failure', id, failure: { code: 'file-not-found', facts: { path: question.modelPath } } })`)
  const failed = await runExperiment(failing, question, () => {}).catch(failureOf)
  expect(failed).toEqual({ code: 'file-not-found', facts: { path: '/m.gguf' } })
  const dead = await runExperiment(labThat(`console.error('out of memory'); process.exit(7)`), question, () => {}).catch(failureOf)
  expect(dead).toEqual({ code: 'lab-ended', facts: { reason: { kind: 'code', code: 7, quoted: 'out of memory' } } })
  const broken = await runExperiment(labThat(`throw new TypeError('Expected a head')`), question, () => {}).catch(failureOf)
  expect(broken).toEqual({ code: 'lab-ended', facts: { reason: { kind: 'code', code: 1, quoted: 'TypeError: Expected a head' } } })
})

it('runExperiment runs each task of "policies" in a process of its own, and joins the rows', async () => {
  const row = `{ policy: 'h2o', needle: tasks[0] === 'needle' ? 1 : null, perplexity: tasks[0] === 'perplexity' ? 2 : null }`
  const lab = labThat(
    `const { tasks } = question.choices; process.send({ type: 'answer', id, answer: { name: 'policies', model: null, seed: 7, rows: [${row}] } })`,
  )
  const { rows } = await runExperiment(lab, { ...question, experiment: 'policies' }, () => {}, undefined, 2)
  expect(rows).toMatchObject([{ policy: 'h2o', needle: 1, multiKey: null, perplexity: 2 }])
})

it('runExperiment ends the processes of the other tasks if one task fails', async () => {
  const lab = labThat(`if (question.choices.tasks[0] === 'perplexity') process.exit(7)`)
  const ended = new Set<number>()
  let started = 0
  const counted: typeof lab = () => {
    const child = lab()
    const number = ++started
    const kill = () => {
      ended.add(number)
      child.kill()
    }
    return { ...child, kill }
  }
  const failed = await runExperiment(counted, { ...question, experiment: 'policies' }, () => {}, undefined, 5).catch(failureOf)
  expect(failed).toMatchObject({ code: 'lab-ended' })
  expect([started, ended.size]).toEqual([5, 5])
})

it('LabProcess matches answers to requests, even if they arrive in another order', async () => {
  const lab = new LabProcess(
    labThat(
      `const answer = () => process.send({ type: 'answer', id, answer: topic }); topic === 'look' ? setTimeout(answer, 50) : answer()`,
    ),
  )
  const head = { recordingId: '', lane: 0, layer: 0, queryHead: 0 } as const
  expect(await Promise.all([lab.ask('look', { ...head, step: 0 }), lab.ask('attention', head)])).toEqual(['look', 'attention'])
  lab.end(undefined)
})

it('LabProcess rejects pending and later requests after it is ended, and notifies listeners once', async () => {
  const lab = new LabProcess(labThat('for (;;);'))
  const reasons: unknown[] = []
  lab.onEnd((reason) => reasons.push(reason))
  const asked = lab.ask('experiment', question)
  lab.end('enough')
  lab.end('more')
  await expect(asked).rejects.toBe('enough')
  await expect(lab.ask('experiment', question)).rejects.toBe('enough')
  expect(reasons).toEqual(['enough'])
})
