/** Processes the beginning of prompts while the model is idle. */
import type { PrefixRequest, PromptMessage } from '../../../core/contract/chat/turn'
import { coded } from '../../../core/contract/errors/coded-error'
import { type Attachment, messageWith } from '../../../core/documents/document-frame'
import type { AppStateHolder } from '../common/app-state'
import type { ModelSettings } from '../models/model-settings'
import type { SessionService } from './session-service'
import { whenIdle } from './when-idle'

/** Prompts that end with different questions. What they have in common is what any question comes after. */
const differentQuestions = ['a', '1', '(', 'É'] as const

export const promptsWith = (systemPrompt: string | null, documents: readonly Attachment[]): PromptMessage[][] =>
  differentQuestions.map((question) => [
    ...(systemPrompt ? [{ role: 'system' as const, text: systemPrompt }] : []),
    { role: 'user', ...messageWith(documents, question) },
  ])

export class BackgroundPrefixes {
  constructor(
    private readonly state: AppStateHolder,
    private readonly settings: ModelSettings,
    private readonly sessions: SessionService,
  ) {}

  /** Makes way for turns and for benchmarks. Returns the tokens that are in the store now, or undefined if it is aborted. */
  async process(request: PrefixRequest, signal: AbortSignal): Promise<number | undefined> {
    return whenIdle(this.state, signal, async (ends) => {
      const processed = await this.sessions.processPrefix(request, ends)
      return processed.isComplete ? processed.tokens : undefined
    })
  }

  /** Throws `no-model-loaded`. */
  samplingNow(): Pick<PrefixRequest, 'sampling'> {
    const { model } = this.state.value
    if (model.status !== 'ready') throw coded('no-model-loaded', {})
    return { sampling: this.settings.read(model.file.id).sampling }
  }
}
