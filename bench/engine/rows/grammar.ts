import type { AnswerGrammar } from '../../../core/contract/settings/sampling'
import type { RandomModel } from '../../random-models'
import { type EngineUnderTest, withEngine } from '../engine-under-test'
import type { Rounds } from '../rounds'
import { amount, atMost, type Row, ratioOf } from '../row'
import { meanOf, turnCells, turnWish } from './quiet-turns'

const schema = (value: object): AnswerGrammar => ({ kind: 'json-schema', text: JSON.stringify(value) })

/** The model has random weights, so its likeliest tokens rarely continue a structure. In a string, most tokens can follow. */
const grammars = {
  text: schema({ type: 'string', minLength: 1999 }),
  structure: schema({ type: 'array', items: { type: 'array', items: { type: 'integer' }, minItems: 4 }, minItems: 1000 }),
}

interface Figures {
  /** Milliseconds per token. */
  readonly free: number
  readonly text: number
  readonly structure: number
}

export async function grammarRows(rounds: Rounds, model: RandomModel, threads: number): Promise<Row[]> {
  const what = `decode with a JSON grammar, ${model.size}, ${threads} threads`
  const measured = (grammar?: AnswerGrammar) => () =>
    withEngine(model.path, threads, turnCells, async (engine) => {
      await tokenMs(engine, grammar)
      const times: number[] = []
      while (times.length < rounds.repetitions) times.push(await tokenMs(engine, grammar))
      return meanOf(times)
    })
  const played = await rounds.play<Figures>(what, {
    free: measured(),
    text: measured(grammars.text),
    structure: measured(grammars.structure),
  })
  const of = (name: keyof Figures) => played.map((figures) => figures[name])
  const row = (name: 'text' | 'structure', aim: Row['aim'], note: string): Row => ({
    what: `${what}: ${note}`,
    ours: amount(of(name), 'ms'),
    theirs: amount(of('free'), 'ms', 'without a grammar'),
    ratio: ratioOf(of(name), of('free')),
    aim,
    note: null,
  })
  return [
    row('text', atMost(1.1), 'in a text, where most tokens match'),
    row('structure', null, 'in arrays of numbers, where few tokens match'),
  ]
}

async function tokenMs(engine: EngineUnderTest, grammar: AnswerGrammar | undefined): Promise<number> {
  const { metrics } = await engine.turn({ ...turnWish, ...(grammar ? { grammar } : {}) })
  if (metrics.outputTokens < turnWish.outputTokens / 2 || metrics.tpotMs === null)
    throw new Error(`Expected an answer of about ${turnWish.outputTokens} tokens, got ${metrics.outputTokens}`)
  return metrics.tpotMs
}
