/** Compare's passkeys and its suite of tool calls and JSON, as requests to the chat API of a server. */
import { type PasskeyTrial, passkeyAnswerTokens } from '../../compare/passkey-prompt'
import { chosenPrompts } from '../../compare/suite/choose-prompts'
import { type SchemaPrompt, schemaPrompts } from '../../compare/suite/schema-prompts'
import { suiteMessages, suiteSampling, type ToolQuestion, toolQuestions } from '../../compare/suite/suite-answers'
import type { SuitePrompt } from '../../compare/suite/suite-prompt'
import { greedySampling, plainRequest } from '../chat/plain-request'
import type { ChatRequest, RemoteMessage } from '../stream-events'

export const suiteParts = ['passkeys', 'tools', 'json'] as const
export type SuitePart = (typeof suiteParts)[number]

export type SuiteQuestion =
  | { readonly kind: 'passkey'; readonly trial: PasskeyTrial }
  | { readonly kind: 'tool-call'; readonly question: ToolQuestion }
  | { readonly kind: 'json'; readonly prompt: SchemaPrompt; readonly withSchema: boolean }

export interface WantedQuestions {
  readonly parts: readonly SuitePart[]
  readonly passkeys: readonly PasskeyTrial[]
  /** The number of prompts for tool calls, and for JSON. */
  readonly prompts: number
  readonly seed: number
}

/** JSON is asked for twice: in words only, and with the schema in the request, to which the server then binds the answer. */
export function suiteQuestions({ parts, passkeys, prompts, seed }: WantedQuestions): SuiteQuestion[] {
  const json = parts.includes('json') ? chosenPrompts(schemaPrompts, prompts, seed) : []
  return [
    ...(parts.includes('passkeys') ? passkeys.map((trial) => ({ kind: 'passkey' as const, trial })) : []),
    ...(parts.includes('tools') ? toolQuestions({ prompts, seed }).map((question) => ({ kind: 'tool-call' as const, question })) : []),
    ...[false, true].flatMap((withSchema) => json.map((prompt) => ({ kind: 'json' as const, prompt, withSchema }))),
  ]
}

/** Greedy and, where the server can do so, without reasoning, which would leave no tokens for the answer. */
export function suiteRequest(model: string, question: SuiteQuestion): ChatRequest {
  switch (question.kind) {
    case 'passkey':
      return { ...plain(model, [{ role: 'user', text: question.trial.prompt }]), maxTokens: passkeyAnswerTokens }
    case 'tool-call':
      return { ...plain(model, messagesOf(question.question.prompt)), tools: question.question.tools }
    case 'json':
      return { ...plain(model, messagesOf(question.prompt)), schema: question.withSchema ? question.prompt.schema : null }
  }
}

const messagesOf = (prompt: SuitePrompt): RemoteMessage[] =>
  suiteMessages(prompt).map(({ role, text }) =>
    role === 'assistant' ? { role, text, reasoning: null, calls: [] } : { role: 'user', text },
  )

const plain = (model: string, messages: readonly RemoteMessage[]): ChatRequest => ({
  ...plainRequest(model, messages),
  maxTokens: suiteSampling.maxTokens,
  sampling: greedySampling,
  thinking: false,
  isQuiet: true,
})
