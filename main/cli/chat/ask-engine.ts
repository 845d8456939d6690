import type { StoredMessage } from '../../../core/contract/chat/conversations'
import type { TurnMetrics, TurnRequest, TurnUpdate } from '../../../core/contract/chat/turn'
import { coded } from '../../../core/contract/errors/coded-error'
import type { Failure } from '../../../core/contract/errors/errors'
import type { RemoteTurn } from '../../../core/contract/remote/remote-turn'
import { partsOf, plainTextOf } from '../../../core/messages/parts-of'
import { follow } from '../../../core/streams/follow'
import type { RunningEngine } from '../../supervisor/supervisor'

export interface AnswerText {
  /** Without reasoning. */
  readonly text: string
  readonly reasoning: string
  /** `arguments` is a JSON object as text. */
  readonly calls: readonly { readonly id: string; readonly name: string; readonly arguments: string }[]
}

/** One of the last three is set. */
export interface ReadAnswer extends AnswerText {
  readonly metrics: TurnMetrics | null
  readonly remote: RemoteTurn | null
  readonly failure: Failure | null
}

export async function ask(
  { client }: RunningEngine,
  request: Omit<TurnRequest, 'turnId'>,
  answers: number,
  onText: (piece: string) => void,
  signal: AbortSignal,
): Promise<ReadAnswer[]> {
  signal.throwIfAborted()
  const turnIds = Array.from({ length: answers }, (_, index) => `cli-${index}`)
  const stop = () => {
    for (const turnId of turnIds) void client.stopTurn({ turnId }).catch(() => {})
  }
  signal.addEventListener('abort', stop, { once: true })
  if (answers > 1) {
    await client.startAnswers({ ...request, turnIds })
  } else await client.startTurn({ ...request, turnId: turnIds[0] as string })
  return Promise.all(turnIds.map((turnId) => readAnswer(client, turnId, onText)))
}

type MessageText = Pick<StoredMessage, 'text' | 'parts'>

async function readAnswer(client: RunningEngine['client'], turnId: string, onText: (piece: string) => void): Promise<ReadAnswer> {
  let message: MessageText = { text: '' }
  let printed = ''
  const printNew = (answer: string): void => {
    if (!answer.startsWith(printed)) return
    onText(answer.slice(printed.length))
    printed = answer
  }
  let last: TurnUpdate | undefined
  for await (const update of follow(client, client.followTurn, { turnId, everyMs: 50 })) {
    const parts = update.parts ?? message.parts
    message = { text: message.text + update.text, ...(parts ? { parts } : {}) }
    // White space at the end is not part of the answer if reasoning or a call follows.
    printNew(plainTextOf(message).trimEnd())
    last = update
  }
  printNew(plainTextOf(message))
  const { metrics = null, remote = null, failure = null } = last ?? {}
  if (!metrics && !remote && !failure) throw coded('engine-gone', { reason: { kind: 'answer-incomplete' } })
  const parts = partsOf(message)
  return {
    text: plainTextOf(message),
    reasoning: parts.flatMap(({ type, text: thought }) => (type === 'reasoning' ? [thought] : [])).join('\n\n'),
    calls: parts.flatMap((part) => (part.type === 'tool-call' ? [{ id: part.id, name: part.name, arguments: part.arguments }] : [])),
    metrics,
    remote,
    failure,
  }
}
