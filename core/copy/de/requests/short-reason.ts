import type { shortReason as english } from '../../en/requests/short-reason'

export const shortReason: typeof english = (failure) => {
  switch (failure.code) {
    case 'api-field-refused': {
      const { field, reason } = failure.facts
      return reason.kind === 'missing' ? `${field} fehlt` : reason.kind === 'unknown' ? `${field} unbekannt` : `${field} abgelehnt`
    }
    case 'api-key-refused':
      return failure.facts.hadKey ? 'unbekannter Schlüssel' : 'kein Schlüssel'
    case 'api-host-refused':
      return failure.facts.reason === 'host' ? 'für einen anderen Host' : 'von einer Webseite'
    case 'api-body-refused':
      return 'Inhalt abgelehnt'
    case 'api-path-unknown':
      return 'Pfad unbekannt'
    case 'api-path-unsupported':
      return 'Pfad nicht unterstützt'
    case 'api-model-unknown':
      return 'Modell unbekannt'
    case 'api-queue-full':
      return 'Warteschlange voll'
    case 'api-model-loading':
      return 'Modell lädt noch'
    case 'api-model-on-server':
      return 'Modell auf Server'
    case 'api-no-embeddings':
      return 'keine Embeddings'
    case 'api-input-too-long':
      return 'Eingabe zu lang'
    case 'prompt-too-long':
      return 'Prompt zu lang'
    case 'no-model-loaded':
      return 'kein Modell geladen'
    default:
      return undefined
  }
}
