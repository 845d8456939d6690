const schemes = ['http:', 'https:', 'mailto:']

/** Returns the address in ASCII, or undefined if it is not allowed. */
export function safeAddress(href: string): string | undefined {
  try {
    const url = new URL(href)
    return schemes.includes(url.protocol) ? url.href : undefined
  } catch {
    return undefined
  }
}
