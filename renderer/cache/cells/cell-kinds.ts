import type { CellContent } from '../../../core/contract/cache/cache'

export const cellKindOrder: readonly CellContent[] = ['system', 'user', 'assistant', 'template']

export const cellColors: Readonly<Record<CellContent, string>> = {
  system: 'var(--cell-system)',
  user: 'var(--cell-user)',
  assistant: 'var(--cell-assistant)',
  template: 'var(--cell-template)',
}
