const schemes = ['http:', 'https:', 'mailto:']

/** Returns ASCII; undefined if the address is invalid or not allowed. */
export function safeAddress(href: string): string | undefined {
  try {
    const url = new URL(href)
    return schemes.includes(url.protocol) ? url.href : undefined
  } catch {
    return undefined
  }
}
