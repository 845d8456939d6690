/**
 * Some clients send reasoning back only in a field that they cannot read: Codex in `encrypted_content`, Claude Code in the `signature` of a
 * thinking block without text. Without it, the next prompt would differ from what the cache holds. The text belongs to the
 * client, so it is not encrypted.
 */
const prefix = 'headroom-text:'

export const sealed = (text: string): string => prefix + text
/** undefined if another server sealed it. */
export const unsealed = (content: string): string | undefined => (content.startsWith(prefix) ? content.slice(prefix.length) : undefined)
