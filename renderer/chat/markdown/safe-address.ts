/** Which addresses a link may have. Everything else stays text. */
const schemes = ['http:', 'https:', 'mailto:']

/** The address in full, in ASCII, as a browser would go to it; undefined where it is none that one may go to. */
export function safeAddress(href: string): string | undefined {
  try {
    const url = new URL(href)
    return schemes.includes(url.protocol) ? url.href : undefined
  } catch {
    return undefined
  }
}
