import { expect, it } from 'vitest'
import { describeFailure } from '../../core/copy/failures'
import { dataFolder, openTestStore } from './testing/test-store'

const older = { code: 'engine-gone', facts: { reason: 'it crashed (SIGSEGV)' } }
const current = { code: 'engine-gone', facts: { reason: { kind: 'signal', signal: 'SIGSEGV', quoted: null } } } as const

it('the store keeps an answer whose failure an older version stored, and quotes the old message', () => {
  const store = openTestStore(dataFolder())
  const { id } = store.conversations.create('')
  const answerTo = (text: string, failure: string) => {
    const prompt = store.messages.addPrompt(id, null, text)
    const answer = store.messages.addAnswer({ conversationId: id, parentId: prompt.id, turnId: text, modelName: 'Pocket' })
    store.messages.append(answer.id, 'half an answer')
    store.messages.seal(answer.id, 'interrupted', {})
    store.database.run('UPDATE messages SET failure = ? WHERE id = ?', failure, answer.id)
    return store.messages.get(answer.id)
  }
  const read = answerTo('a', JSON.stringify(older))
  expect(read).toMatchObject({
    text: 'half an answer',
    failure: { code: 'older-failure', facts: { stored: 'engine-gone', quoted: 'it crashed (SIGSEGV)' } },
  })
  expect(read.failure && describeFailure(read.failure)).toBe(
    'An older version of Headroom stored this error: “it crashed (SIGSEGV)” (engine-gone). If you still need the result, try again.',
  )
  expect(answerTo('b', JSON.stringify(current)).failure).toEqual(current)
  expect(answerTo('c', '{"code":"a-code-of-tomorrow","facts":7}').failure).toEqual({
    code: 'older-failure',
    facts: { stored: 'a-code-of-tomorrow', quoted: '' },
  })
  for (const damaged of ['{"code":', '7', 'null', '{}']) expect(answerTo(damaged, damaged).failure).toBeNull()
})

it('the store keeps a comparison whose failure an older version stored', () => {
  const store = openTestStore(dataFolder())
  const cell = (failure: unknown) => JSON.stringify({ state: 'failed', result: null, failure })
  store.database.run(
    `INSERT INTO compare_runs (id, title, kind, state, started_at, model_id, model_name, facts) VALUES ('r', 'Run', 'compare', 'done', 1, 'm', 'M', '{}')`,
  )
  const refusal = {
    code: 'settings-refused',
    facts: { reason: 'a-refusal-of-yesterday', detail: 'V as q8_0 needs flash attention, which is off.' },
  }
  for (const [position, failure] of [older, current, null, refusal].entries())
    store.database.run(`INSERT INTO compare_cells (run_id, position, state, cell) VALUES ('r', ?, 'failed', ?)`, position, cell(failure))
  expect(store.compareRuns.read('r').results.map(({ failure }) => failure)).toEqual([
    { code: 'older-failure', facts: { stored: 'engine-gone', quoted: 'it crashed (SIGSEGV)' } },
    current,
    null,
    {
      code: 'older-failure',
      facts: { stored: 'settings-refused', quoted: 'a-refusal-of-yesterday: V as q8_0 needs flash attention, which is off.' },
    },
  ])
})
