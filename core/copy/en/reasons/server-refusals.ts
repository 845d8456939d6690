import { counted } from '../../words/en'

interface Refusal {
  /** A sentence without its full stop, because the HTTP status follows. */
  readonly meaning: string
  readonly todo: string
}

/** Hugging Face also returns 401 for a repository that does not exist. */
export function refusalOf(host: string, status: number, retryAfterSeconds?: number): Refusal {
  if (status === 401 || status === 403)
    return {
      meaning: `${host} requires an account, or wants you to accept the license`,
      todo: 'Check the address. If the model needs an account, accept its terms on its page and give Headroom an access token (Models, Get a model).',
    }
  if (status === 404 || status === 410)
    return { meaning: `${host} has no such file`, todo: 'Check the address. It must lead to the .gguf file.' }
  if (status === 408 || status === 429)
    return {
      meaning: `${host} is rate-limiting requests`,
      todo: `Wait ${patienceText(retryAfterSeconds) ?? 'a few minutes'}, then try again.`,
    }
  if (status >= 500)
    return {
      meaning: `${host} had a server error`,
      todo: `Try again ${retryAfterSeconds ? `in ${patienceText(retryAfterSeconds)}` : 'later'}.`,
    }
  return {
    meaning: `${host} refused the request`,
    todo: 'Check the address, or download the file with a browser and open it from disk.',
  }
}

/** In minutes or hours, rounded up. */
function patienceText(seconds: number | undefined): string | undefined {
  if (!seconds) return undefined
  const minutes = Math.ceil(seconds / 60)
  return minutes > 120 ? counted(Math.ceil(minutes / 60), 'hour', 'hours') : counted(minutes, 'minute', 'minutes')
}

export function repositoryRefusalOf(host: string, repository: string, status: number, retryAfterSeconds?: number): Refusal {
  if (status === 401 || status === 403)
    return {
      meaning: `${host} has no repository named ${repository}, or it requires an account`,
      todo: 'Check the name. If the repository is private or gated, accept its terms on its page and give Headroom an access token.',
    }
  if (status === 404)
    return {
      meaning: `${host} has no repository named ${repository}, or no such revision of it`,
      todo: 'Check the name: owner/name, as in the address of its page.',
    }
  return refusalOf(host, status, retryAfterSeconds)
}
