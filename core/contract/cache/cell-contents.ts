/** Does not import zod, because the window imports this file. `template` is the chat template's text around messages. */
export const cellContents = ['system', 'tools', 'user', 'reasoning', 'assistant', 'tool-call', 'tool-result', 'template'] as const
export type CellContent = (typeof cellContents)[number]
