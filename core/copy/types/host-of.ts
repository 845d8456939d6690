/** The host of an address, or the address itself if it has no host. */
export const hostOf = (url: string): string => /^\w+:\/\/([^/?#]+)/.exec(url)?.[1] ?? url
