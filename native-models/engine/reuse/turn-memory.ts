/** Remembers each conversation's last context and each sequence's messages and tools, to explain a missing cache. */

import type { PromptMessage, TurnRequest } from '../../../core/contract/chat/turn'
import type { KvSettings } from '../../../core/contract/settings/kv-settings'
import type { Absence } from '../../../core/reuse/explain-reuse'

export interface ContextIdentity {
  readonly modelPath: string
  readonly chatTemplate: string | null
  readonly settings: KvSettings
}

export interface Before {
  readonly absence: Absence | null
  readonly heldMessages: readonly PromptMessage[] | null
  readonly toolsChanged?: boolean
}

export const nothingBefore: Before = { absence: 'first-turn', heldMessages: null }

type Prompt = Pick<TurnRequest, 'conversationId' | 'messages' | 'tools'>

interface HeldMessages {
  readonly conversationId: string
  readonly messages: readonly PromptMessage[]
  /** JSON. */
  readonly tools: string
}

const toolsText = (tools: Prompt['tools']): string => JSON.stringify(tools ?? [])

export class TurnMemory {
  private held: (HeldMessages | undefined)[] = []
  private readonly seenIn = new Map<string, ContextIdentity>()
  private context: ContextIdentity | undefined

  contextCreated(context: ContextIdentity): void {
    this.context = context
    this.held = []
  }

  before(sequence: number, { conversationId, messages, tools }: Prompt, isHeld: boolean): Before {
    const held = this.held[sequence]
    if (isHeld && held?.conversationId === conversationId)
      return { absence: null, heldMessages: held.messages, toolsChanged: !this.hasTools(sequence, tools) }
    if (isHeld) return { absence: null, heldMessages: null }
    return { absence: this.absence(conversationId, messages), heldMessages: null }
  }

  heldBy(sequence: number): readonly PromptMessage[] {
    return this.held[sequence]?.messages ?? []
  }

  hasTools(sequence: number, tools: Prompt['tools']): boolean {
    return (this.held[sequence]?.tools ?? toolsText([])) === toolsText(tools)
  }

  /** `messages` have the texts that the prompt has. */
  holds(sequence: number, { conversationId, messages, tools }: Prompt, answer: string): void {
    const last = messages.at(-1)
    const begun = last?.role === 'assistant' ? last.text : null
    const complete = begun === null ? messages : messages.slice(0, -1)
    this.held[sequence] = {
      conversationId,
      messages: [...complete, { role: 'assistant', text: (begun ?? '') + answer }],
      tools: toolsText(tools),
    }
    if (this.context) this.seenIn.set(conversationId, this.context)
  }

  nearest<Slot extends { readonly index: number }>(slots: readonly Slot[], messages: readonly PromptMessage[]): Slot | undefined {
    const common = ({ index }: Slot) => {
      const held = this.heldBy(index)
      const differs = messages.findIndex(({ role, text }, at) => held[at]?.role !== role || held[at]?.text !== text)
      return differs < 0 ? messages.length : differs
    }
    return [...slots].sort((a, b) => common(b) - common(a))[0]
  }

  forget(sequence: number): void {
    this.held[sequence] = undefined
  }

  private absence(conversationId: string, messages: readonly PromptMessage[]): Absence {
    const seen = this.seenIn.get(conversationId)
    if (!seen) return messages.some(({ role }) => role === 'assistant') ? 'engine-started' : 'first-turn'
    if (seen === this.context) return 'other-conversation'
    if (seen.modelPath !== this.context?.modelPath) return 'model-changed'
    const isSame =
      seen.chatTemplate === this.context.chatTemplate && JSON.stringify(seen.settings) === JSON.stringify(this.context.settings)
    return isSame ? 'context-recreated' : 'settings-changed'
  }
}
