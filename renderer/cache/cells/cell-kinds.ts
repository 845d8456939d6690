import { type CellContent, cellContents } from '../../../core/contract/cache/cell-contents'

export const cellKindOrder = cellContents
/** The legend shows these even if no cell holds them. */
export const commonKinds: readonly CellContent[] = ['system', 'user', 'assistant', 'template']

export const cellColors: Readonly<Record<CellContent, string>> = {
  system: 'var(--cell-system)',
  tools: 'var(--cell-tools)',
  user: 'var(--cell-user)',
  reasoning: 'var(--cell-reasoning)',
  assistant: 'var(--cell-assistant)',
  'tool-call': 'var(--cell-tool-call)',
  'tool-result': 'var(--cell-tool-result)',
  template: 'var(--cell-template)',
}
