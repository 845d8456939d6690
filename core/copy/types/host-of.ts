/** The host of an address, or the address itself if it has none. */
export const hostOf = (url: string): string => /^\w+:\/\/([^/?#]+)/.exec(url)?.[1] ?? url
