/** System prompts and documents that the user has processed before a conversation needs them. */

import { coded } from '../../../core/contract/errors/coded-error'
import type { GivenPrefix } from '../../../core/contract/prefixes/given-prefix'
import { type BackgroundPrefixes, promptsWith } from '../sessions/background-prefixes'
import type { PrefixOwners } from '../sessions/prefix-owners'
import type { SessionService } from '../sessions/session-service'
import type { DocumentService } from './document-service'

const nameCharacters = 60

interface Parts {
  readonly documents: DocumentService
  readonly background: BackgroundPrefixes
  readonly owners: PrefixOwners
  readonly sessions: Pick<SessionService, 'forget'>
}

export class GivenPrefixes {
  constructor(private readonly parts: Parts) {}

  /** Waits until the model is idle. Forgets the text of the document. Throws the errors that the contract lists for `prefixes.process`. */
  async process(given: GivenPrefix, signal: AbortSignal = new AbortController().signal): Promise<{ tokens: number }> {
    try {
      return await this.processNow(given, signal)
    } finally {
      if (given.kind === 'document') this.parts.documents.forget([given.document.id])
    }
  }

  private async processNow(given: GivenPrefix, signal: AbortSignal): Promise<{ tokens: number }> {
    const { background, owners, sessions } = this.parts
    const sampling = background.samplingNow()
    const { prompts, name } = await this.promptsOf(given)
    const conversationId = owners.add(given.kind, name, prompts[0])
    try {
      const tokens = await background.process({ conversationId, prompts, ...sampling }, signal)
      if (tokens === undefined) throw signal.reason
      owners.keep(conversationId)
      return { tokens }
    } catch (error) {
      if (!owners.isKept(conversationId)) sessions.forget(conversationId)
      throw error
    }
  }

  private async promptsOf(given: GivenPrefix) {
    if (given.kind === 'system-prompt') {
      const name = given.name.trim() || given.text.trim().split('\n', 1).join().slice(0, nameCharacters)
      return { name, prompts: promptsWith(given.text, []) }
    }
    const chosen = await this.parts.documents.chosen([given.document])
    const [{ name } = { name: '' }] = chosen
    if (chosen.some((document) => 'image' in document)) throw coded('prefix-not-usable', { reason: 'image' })
    return { name, prompts: promptsWith(null, chosen) }
  }
}
