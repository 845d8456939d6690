import type { Recall } from '../../compare/gate/recall'
import { isFound } from '../../compare/passkey-prompt'
import { scoreCall, scoreJson } from '../../compare/suite/score-answer'
import { type CallCounts, callCounts, type SchemaCounts, schemaCounts } from '../../compare/suite/suite-figures'
import type { CalledTool, JsonAnswer, ToolAnswer } from '../../contract/compare/compare-tasks'
import type { FinishReason, StreamEvent } from '../stream-events'
import { ThinkTags } from '../turn/think-tags'
import type { SuiteQuestion } from './suite-questions'

export type SuiteScore =
  | { readonly kind: 'passkey'; readonly depth: number; readonly expected: string; readonly isFound: boolean }
  | { readonly kind: 'tool-call'; readonly answer: ToolAnswer }
  | { readonly kind: 'json'; readonly withSchema: boolean; readonly answer: JsonAnswer }

/** An answer of the chat API. Only the first call counts. */
export class SuiteAnswer {
  hasReasoning = false
  /** null if the server does not say. */
  promptTokens: number | null = null
  private readonly tags = new ThinkTags(false)
  private text = ''
  private call: CalledTool | null = null
  private callIndex: number | null = null
  private finish: FinishReason | null = null

  read(event: StreamEvent): void {
    if (event.type === 'text' || event.type === 'reasoning') for (const written of this.tags.read(event)) this.write(written)
    else if (event.type === 'usage') this.promptTokens = event.usage.promptTokens?.value ?? this.promptTokens
    else if (event.type === 'tool-call') this.readCall(event.index, event.name ?? '', event.arguments)
    else if (event.type === 'finish') this.finish = event.reason
  }

  /** Call it after the last event. */
  end(): void {
    for (const written of this.tags.end(0)) this.write(written)
  }

  scoreOf(question: SuiteQuestion): SuiteScore {
    switch (question.kind) {
      case 'passkey': {
        const { depth, expected } = question.trial
        return { kind: 'passkey', depth, expected, isFound: isFound(this.text, expected) }
      }
      case 'tool-call':
        return { kind: 'tool-call', answer: scoreCall(question.question.prompt, this.call) }
      case 'json':
        return {
          kind: 'json',
          withSchema: question.withSchema,
          answer: scoreJson(question.prompt, this.text, this.finish === 'stop'),
        }
    }
  }

  private write({ type, text }: Pick<Extract<StreamEvent, { type: 'text' | 'reasoning' }>, 'type' | 'text'>): void {
    if (type === 'text') this.text += text
    else this.hasReasoning ||= text !== ''
  }

  private readCall(index: number, name: string, piece: string): void {
    this.callIndex ??= index
    if (index !== this.callIndex) return
    this.call = { name: this.call?.name || name, arguments: (this.call?.arguments ?? '') + piece }
  }
}

/** null for what was not asked. */
export interface SuiteCounts {
  readonly passkeys: Recall | null
  readonly toolCalls: CallCounts | null
  readonly schemas: SchemaCounts | null
  readonly schemasWithGrammar: SchemaCounts | null
}

/** `scores`: in the order of the questions, null for a question without an answer. Counts questions that both servers answered. */
export function suiteCounts(
  scores: readonly (SuiteScore | null)[],
  other: readonly (SuiteScore | null)[],
  isReference: boolean,
): SuiteCounts {
  const both = scores.map((score, at) => (other[at] ? score : null))
  const calls = callsIn(both)
  const otherCalls = callsIn(other.map((score, at) => (scores[at] ? score : null)))
  return {
    passkeys: passkeysIn(both),
    toolCalls: calls.length > 0 ? callCounts({ answers: calls }, isReference ? null : { answers: otherCalls }) : null,
    schemas: jsonIn(both, false),
    schemasWithGrammar: jsonIn(both, true),
  }
}

function passkeysIn(scores: readonly (SuiteScore | null)[]): Recall | null {
  const trials = scores.flatMap((score) => (score?.kind === 'passkey' ? [score.isFound] : []))
  return trials.length > 0 ? { found: trials.filter(Boolean).length, trials: trials.length } : null
}

const callsIn = (scores: readonly (SuiteScore | null)[]): ToolAnswer[] =>
  scores.flatMap((score) => (score?.kind === 'tool-call' ? [score.answer] : []))

function jsonIn(scores: readonly (SuiteScore | null)[], withSchema: boolean): SchemaCounts | null {
  const answers = scores.flatMap((score) => (score?.kind === 'json' && score.withSchema === withSchema ? [score.answer] : []))
  return answers.length > 0 ? schemaCounts({ answers }) : null
}
