/** The host of an address that can be shown; the address itself if it has none. */
export const hostOf = (url: string): string => /^\w+:\/\/([^/?#]+)/.exec(url)?.[1] ?? url
