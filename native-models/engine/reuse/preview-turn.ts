import { pushSpan } from '../../../core/cells/cell-spans'
import type { CellSpan } from '../../../core/contract/cache/cache'
import type { PromptSettings } from '../../../core/contract/chat/tools'
import type { PromptMessage, ReusePreview } from '../../../core/contract/chat/turn'
import { previewReuse } from '../../../core/reuse/preview-reuse'
import type { TokenCounter } from '../../../core/text/token-counter'
import type { PromptRenderer } from '../prompt/render-prompt'

export async function countedSpans(
  renderer: PromptRenderer,
  counter: TokenCounter,
  messages: readonly PromptMessage[],
  settings: PromptSettings,
): Promise<CellSpan[]> {
  const spans: CellSpan[] = []
  const template = templateTokens(renderer, messages, settings)
  let number = 0
  for (const [index, { role, text }] of messages.entries()) {
    pushSpan(spans, { holds: 'template' }, template[index] ?? 0)
    const tokens = (await counter.count(text, new AbortController().signal)) ?? 0
    pushSpan(spans, role === 'system' ? { holds: role } : { holds: role === 'tool' ? 'tool-result' : role, message: ++number }, tokens)
  }
  pushSpan(spans, { holds: 'template' }, template[messages.length] ?? 0)
  return spans
}

interface PreviewedTurn {
  readonly messages: readonly PromptMessage[]
  readonly settings: PromptSettings
  readonly heldMessages: readonly PromptMessage[]
}

/** `kept` returns how many of the common tokens can be kept. */
export async function previewTurn(
  renderer: PromptRenderer,
  counter: TokenCounter,
  { messages, settings, heldMessages }: PreviewedTurn,
  kept: (commonTokens: number) => number,
): Promise<ReusePreview> {
  const never = new AbortController().signal
  const { promptTokens, commonTokens } = await previewReuse({
    messages,
    heldMessages,
    templateTokens: templateTokens(renderer, messages, settings),
    countTokens: async (text) => (await counter.count(text, never)) ?? 0,
  })
  return { promptTokens, keptTokens: kept(Math.min(commonTokens, promptTokens - 1)) }
}

function templateTokens(renderer: PromptRenderer, messages: readonly PromptMessage[], settings: PromptSettings): number[] {
  // A template renders a tool result only after its call, so here it is a message of the user.
  const spans = renderer
    .trace(
      messages.map(({ role }) => ({ role: role === 'tool' ? 'user' : role, text: 'x' })),
      settings,
    )
    .spans()
  const lengths = lengthsBetween(spans)
  if (lengths.length === messages.length + 1) return lengths
  const total = lengths.reduce((sum, length) => sum + length, 0)
  return messages.map((_, index) => (index === 0 ? total : 0))
}

function lengthsBetween(spans: readonly CellSpan[]): number[] {
  const lengths = [0]
  for (const { from, to, holds } of spans) {
    if (holds === 'template' || holds === 'tools') lengths.push((lengths.pop() ?? 0) + to - from)
    else lengths.push(0)
  }
  return lengths
}
