/** What events are about; no schema library, so that a window can list it. */
export const eventKinds = ['engine', 'model', 'context', 'settings', 'threads', 'bench', 'store', 'window', 'update'] as const
export type EventKind = (typeof eventKinds)[number]
