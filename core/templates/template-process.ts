/** What the process that runs a chat template is given, and the one thing that it says. */
import type { PromptMessage } from '../contract/chat/turn'

export interface TemplateTask {
  readonly template: string
  readonly messages: readonly PromptMessage[]
}

/** `ready` first: the time that a template has begins then. */
export type TemplateWord =
  | { readonly type: 'ready' }
  | { readonly type: 'text'; readonly text: string }
  /** The template's own fault. */
  | { readonly type: 'failed'; readonly reason: string }
