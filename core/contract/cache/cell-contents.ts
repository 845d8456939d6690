/** The window imports this file, so it does not import zod. `template` is the chat template's text around messages. */
export const cellContents = ['system', 'tools', 'user', 'reasoning', 'assistant', 'tool-call', 'tool-result', 'template'] as const
export type CellContent = (typeof cellContents)[number]
