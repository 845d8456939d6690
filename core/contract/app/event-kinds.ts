export const eventKinds = ['engine', 'model', 'context', 'settings', 'threads', 'compare', 'store', 'window', 'update'] as const
export type EventKind = (typeof eventKinds)[number]
