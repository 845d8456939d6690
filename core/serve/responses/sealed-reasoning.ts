/**
 * Clients that keep no state, such as Codex, send reasoning back only as `encrypted_content`. The text is theirs anyway, so it is there as
 * it is.
 */
const prefix = 'headroom-text:'

export const sealed = (text: string): string => prefix + text
/** undefined if another server sealed it. */
export const unsealed = (content: string): string | undefined => (content.startsWith(prefix) ? content.slice(prefix.length) : undefined)
