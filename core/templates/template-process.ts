import type { PromptMessage } from '../contract/chat/turn'
import type { ErrorFacts } from '../contract/errors/errors'

export interface TemplateTask {
  readonly template: string
  readonly messages: readonly PromptMessage[]
}

/** `ready` starts the template's time limit. */
export type TemplateWord =
  | { readonly type: 'ready' }
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'failed'; readonly reason: ErrorFacts<'template-failed'>['reason'] }
