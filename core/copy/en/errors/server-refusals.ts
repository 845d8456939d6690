import { formatCount } from '../../../text/amounts'

export const hostOf = (url: string): string => /^\w+:\/\/([^/?#]+)/.exec(url)?.[1] ?? url

/** `meaning` completes "it ...". Hugging Face also answers 401 for a repository that does not exist. */
export function refusalOf(status: number, retryAfterSeconds?: number): { readonly meaning: string; readonly todo: string } {
  if (status === 401 || status === 403)
    return {
      meaning: 'asks for an account, or for its licence to be accepted',
      todo: 'Check the address. If the model needs an account, accept its terms on its page and give Headroom an access token (Models, Get a model).',
    }
  if (status === 404 || status === 410) return { meaning: 'has no such file', todo: 'Check the address: it has to lead to the .gguf file.' }
  if (status === 408 || status === 429)
    return { meaning: 'is asked too much', todo: `Wait ${patienceText(retryAfterSeconds) ?? 'some minutes'}, then try again.` }
  if (status >= 500)
    return {
      meaning: 'has trouble of its own',
      todo: `Try again ${retryAfterSeconds ? `in ${patienceText(retryAfterSeconds)}` : 'later'}.`,
    }
  return { meaning: 'refuses the request', todo: 'Check the address, or download the file with a browser and open it from the disk.' }
}

/** Minutes or hours, rounded up. */
function patienceText(seconds: number | undefined): string | undefined {
  if (!seconds) return undefined
  const minutes = Math.ceil(seconds / 60)
  if (minutes > 120) return `${formatCount(Math.ceil(minutes / 60))} hours`
  return minutes === 1 ? 'a minute' : `${formatCount(minutes)} minutes`
}

export function repositoryRefusalOf(status: number, retryAfterSeconds?: number): { readonly meaning: string; readonly todo: string } {
  if (status === 401 || status === 403)
    return {
      meaning: 'says that there is none of this name, or that it needs an account',
      todo: 'Check its name. If it is private or gated, accept its terms on its page and give Headroom an access token.',
    }
  if (status === 404)
    return {
      meaning: 'has none of this name, or not this revision',
      todo: 'Check the name: it is owner/name, as in the address of its page.',
    }
  return refusalOf(status, retryAfterSeconds)
}
