import type { Unreachable } from '../../contract/errors/server-reasons'

/** The host of an address, or the address itself if it has no host. */
export const hostOf = (url: string): string => /^\w+:\/\/([^/?#]+)/.exec(url)?.[1] ?? url

/** Hugging Face, which also serves files from hf.co. */
export const isHub = (host: string): boolean => /(^|\.)(huggingface\.co|hf\.co)$/.test(host)

const withoutConnection: readonly Unreachable['kind'][] = ['name-unknown', 'name-not-looked-up', 'no-route']

/** The hub certainly exists. If its name is unknown, this computer has no connection. */
export const isOffTheInternet = (host: string, problem: Unreachable['kind']): boolean => isHub(host) && withoutConnection.includes(problem)
