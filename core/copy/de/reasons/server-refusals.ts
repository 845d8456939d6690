import { counted } from '../../words/de'

interface Refusal {
  /** A sentence without its full stop, because the HTTP status follows. */
  readonly meaning: string
  readonly todo: string
}

/** Hugging Face also answers 401 for a repository that does not exist. */
export function refusalOf(host: string, status: number, retryAfterSeconds?: number): Refusal {
  if (status === 401 || status === 403)
    return {
      meaning: `${host} verlangt ein Konto oder die Zustimmung zur Lizenz`,
      todo: 'Prüfen Sie die Adresse. Wenn das Modell ein Konto verlangt, stimmen Sie auf seiner Seite den Bedingungen zu, und geben Sie Headroom ein Zugriffstoken (Modelle, Modell holen).',
    }
  if (status === 404 || status === 410)
    return { meaning: `${host} hat keine solche Datei`, todo: 'Prüfen Sie die Adresse. Sie muss zur .gguf-Datei führen.' }
  if (status === 408 || status === 429)
    return {
      meaning: `${host} begrenzt die Zahl der Anfragen`,
      todo: `Warten Sie ${patienceText(retryAfterSeconds) ?? 'einige Minuten'}, und versuchen Sie es dann erneut.`,
    }
  if (status >= 500)
    return {
      meaning: `${host} hatte einen Serverfehler`,
      todo: retryAfterSeconds
        ? `Warten Sie ${patienceText(retryAfterSeconds)}, und versuchen Sie es dann erneut.`
        : 'Versuchen Sie es später erneut.',
    }
  return {
    meaning: `${host} hat die Anfrage abgelehnt`,
    todo: 'Prüfen Sie die Adresse, oder laden Sie die Datei mit einem Browser herunter und öffnen Sie sie vom Datenträger.',
  }
}

/** In minutes or hours, rounded up. */
function patienceText(seconds: number | undefined): string | undefined {
  if (!seconds) return undefined
  const minutes = Math.ceil(seconds / 60)
  return minutes > 120 ? counted(Math.ceil(minutes / 60), 'Stunde', 'Stunden') : counted(minutes, 'Minute', 'Minuten')
}

export function repositoryRefusalOf(host: string, repository: string, status: number, retryAfterSeconds?: number): Refusal {
  if (status === 401 || status === 403)
    return {
      meaning: `${host} hat kein Repository namens ${repository}, oder es verlangt ein Konto`,
      todo: 'Prüfen Sie den Namen. Wenn das Repository privat oder beschränkt ist, stimmen Sie auf seiner Seite den Bedingungen zu, und geben Sie Headroom ein Zugriffstoken.',
    }
  if (status === 404)
    return {
      meaning: `${host} hat kein Repository namens ${repository} oder keine solche Revision davon`,
      todo: 'Prüfen Sie den Namen: owner/name, wie in der Adresse der Seite.',
    }
  return refusalOf(host, status, retryAfterSeconds)
}
