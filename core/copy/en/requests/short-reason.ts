import type { Failure } from '../../../contract/errors/errors'

/** A few words for a list. undefined if the sentence has to do. */
export function shortReason(failure: Failure): string | undefined {
  switch (failure.code) {
    case 'api-field-refused': {
      const { field, reason } = failure.facts
      return reason.kind === 'missing' ? `${field} is missing` : reason.kind === 'unknown' ? `${field} is unknown` : `${field} is refused`
    }
    case 'api-key-refused':
      return failure.facts.hadKey ? 'unknown key' : 'no key'
    case 'api-host-refused':
      return failure.facts.reason === 'host' ? 'for another host' : 'from a web page'
    case 'api-body-refused':
      return 'body refused'
    case 'api-path-unknown':
      return 'unknown path'
    case 'api-path-unsupported':
      return 'unsupported path'
    case 'api-model-unknown':
      return 'unknown model'
    case 'api-queue-full':
      return 'queue full'
    case 'api-model-loading':
      return 'model loading'
    case 'api-model-on-server':
      return 'model on a server'
    case 'api-no-embeddings':
      return 'no embeddings'
    case 'api-input-too-long':
      return 'input too long'
    case 'prompt-too-long':
      return 'prompt too long'
    case 'no-model-loaded':
      return 'no model loaded'
    default:
      return undefined
  }
}
