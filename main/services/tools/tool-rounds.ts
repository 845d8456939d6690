/** Runs the calls of an answer: asks the user, waits for the servers, stores the results and starts the next answer. */
import { randomUUID } from 'node:crypto'
import type { CallDecision, ConversationTool, OpenCall } from '../../../core/contract/chat/conversation-tools'
import type { StoredMessage } from '../../../core/contract/chat/conversations'
import type { MessagePart } from '../../../core/contract/chat/message-parts'
import { coded, failureOf } from '../../../core/contract/errors/coded-error'
import { argumentsIn, type CallPart, callsIn, canRun, mostRounds, roundsOn } from '../../../core/tools/calls-in'
import { type CallResult, failed } from '../../../core/tools/result-text'
import type { McpHub } from '../../mcp/mcp-hub'
import type { Store } from '../../store/store'
import type { CallResults, TurnService } from '../chat/turn-service'
import type { AppStateHolder } from '../common/app-state'

interface Call {
  readonly callId: string
  readonly part: CallPart
  /** Known before anyone is asked: the tool or its arguments are invalid. */
  readonly problem: CallResult | undefined
  readonly tool: ConversationTool | undefined
  decision: 'allow' | 'refuse' | undefined
}

interface Round {
  readonly answer: StoredMessage
  readonly calls: readonly Call[]
  readonly ending: AbortController
  isRunning: boolean
}

export class ToolRounds {
  private rounds: Round[] = []

  constructor(
    private readonly store: Store,
    private readonly state: AppStateHolder,
    private readonly hub: Pick<McpHub, 'isAllowed' | 'allow' | 'call'>,
    private readonly turns: Pick<TurnService, 'answerResults' | 'answerTo'>,
  ) {}

  /** Several answers to one prompt make no calls, because nobody knows which answer the user will keep. */
  answered(answerId: string): void {
    const { messages } = this.store
    // Everything may have been deleted meanwhile.
    if (!messages.has(answerId)) return
    const answer = messages.get(answerId)
    if (answer.setId === null && this.callsOf(answer).length > 0 && roundsOn(messages.path(answerId)) < mostRounds) this.begin(answer)
  }

  /**
   * Asks the user again whether the calls of an answer may run. If the message has the results of calls, starts the answer to them. Throws
   * `calls-not-possible`, `message-not-found`, `conversation-busy`, and what the start of a turn throws.
   */
  async resume(conversationId: string, messageId: string): Promise<void> {
    const message = this.store.messages.get(messageId)
    if (message.conversationId !== conversationId) throw coded('message-not-found', { messageId })
    this.store.conversations.get(conversationId)
    this.state.assertNotAnswering(conversationId)
    if (message.role === 'tool') await this.turns.answerTo(conversationId, messageId)
    else if (this.callsOf(message).length > 0) this.begin(message)
    else throw coded('calls-not-possible', { messageId })
  }

  /** Throws `tool-call-not-found`. */
  decide(callId: string, decision: CallDecision): void {
    const round = this.rounds.find(({ calls }) => calls.some((call) => call.callId === callId))
    const call = round?.calls.find((one) => one.callId === callId)
    if (!round || !call || call.decision) throw coded('tool-call-not-found', { callId })
    if (decision === 'always' && call.tool) this.hub.allow(call.tool.server, call.tool.tool)
    call.decision = decision === 'refuse' ? 'refuse' : 'allow'
    if (decision === 'always') for (const open of this.rounds) this.allowKnown(open)
    for (const open of [...this.rounds]) this.proceed(open)
  }

  stop(conversationId: string): void {
    for (const round of this.rounds.filter(({ answer }) => answer.conversationId === conversationId)) this.end(round)
  }

  stopAll(): void {
    for (const round of [...this.rounds]) this.end(round)
  }

  private callsOf(answer: StoredMessage): CallPart[] {
    const calls = callsIn(answer)
    return canRun(calls, this.store.conversations.tools(answer.conversationId)) ? calls : []
  }

  private begin(answer: StoredMessage): void {
    const tools = this.store.conversations.tools(answer.conversationId)
    const calls = this.callsOf(answer).map((part) => {
      const tool = tools.find(({ definition }) => definition.name === part.name)
      return { callId: randomUUID(), part, tool, problem: problemWith(part, tool), decision: undefined }
    })
    const round: Round = { answer, calls, ending: new AbortController(), isRunning: false }
    this.rounds.push(round)
    this.allowKnown(round)
    this.proceed(round)
  }

  private allowKnown({ calls }: Round): void {
    for (const call of calls) if (call.tool && this.hub.isAllowed(call.tool.server, call.tool.tool)) call.decision ??= 'allow'
  }

  private proceed(round: Round): void {
    const isDecided = round.calls.every(({ problem, decision }) => problem || decision)
    if (isDecided && !round.isRunning) {
      round.isRunning = true
      void this.run(round)
    }
    this.show()
  }

  private async run(round: Round): Promise<void> {
    const { signal } = round.ending
    try {
      const results = await Promise.all(round.calls.map((call) => this.resultOf(call, signal)))
      if (signal.aborted) return
      this.forget(round)
      await this.keep(round, joined(round.calls, results))
    } catch (error) {
      if (signal.aborted) return
      this.forget(round)
      const failure = failureOf(error)
      if (!failure) throw error
      this.state.events.addFailure('store', failure)
    }
  }

  private async resultOf({ part, tool, problem, decision }: Call, signal: AbortSignal): Promise<CallResult> {
    if (problem || !tool) return problem ?? unknownTool(part)
    if (decision === 'refuse') return failed('The user refused this call.')
    return this.hub.call(tool.server, tool.tool, argumentsIn(part) ?? {}, signal)
  }

  /** If no answer can start, the results are stored alone. */
  private async keep({ answer }: Round, results: CallResults): Promise<void> {
    const { store, state } = this
    const children = store.messages.childrenOf(answer.id)
    try {
      await this.turns.answerResults(answer, results)
    } catch (error) {
      // The results are stored, and the new answer shows the failure.
      if (store.messages.childrenOf(answer.id) > children) return
      if (!failureOf(error)) throw error
      const { conversationId } = answer
      store.shelves.ofConversation(conversationId).together(() => {
        const { id } = store.messages.addResults(conversationId, answer.id, results.text, results.parts)
        store.branches.show(conversationId, id)
      })
      state.changed('conversations')
    }
  }

  private end(round: Round): void {
    round.ending.abort()
    this.forget(round)
  }

  private forget(round: Round): void {
    this.rounds = this.rounds.filter((one) => one !== round)
    this.show()
  }

  private show(): void {
    this.state.update({ toolCalls: this.rounds.flatMap(openCalls) })
  }
}

const openCalls = ({ answer, calls, isRunning }: Round): OpenCall[] =>
  calls.map(({ callId, part, tool, problem, decision }) => ({
    callId,
    conversationId: answer.conversationId,
    answerId: answer.id,
    partId: part.id,
    server: tool?.server ?? '',
    tool: tool?.tool ?? part.name,
    state: isRunning && decision === 'allow' ? 'running' : problem || decision ? 'decided' : 'asking',
  }))

const unknownTool = ({ name }: CallPart): CallResult => failed(`There is no tool “${name}”.`)

function problemWith(part: CallPart, tool: ConversationTool | undefined): CallResult | undefined {
  if (!tool) return unknownTool(part)
  return argumentsIn(part) === undefined ? failed('The arguments are not a JSON object.') : undefined
}

function joined(calls: readonly Call[], results: readonly CallResult[]): CallResults {
  let text = ''
  const parts = results.map(({ text: result, isError }, index): MessagePart => {
    const { id, name } = (calls[index] as Call).part
    const from = text.length
    text += result
    return { type: 'tool-result', from, to: text.length, id, name, isError }
  })
  return { text, parts }
}
