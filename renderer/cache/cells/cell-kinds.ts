import type { CellContent } from '../../../core/contract/cache/cache'

export const cellKindOrder: readonly CellContent[] = ['system', 'user', 'assistant', 'template']

export const cellKinds: Readonly<Record<CellContent, { name: string; meaning: string; colour: string }>> = {
  system: { name: 'System prompt', meaning: 'What this conversation tells the model before anything else.', colour: 'var(--cell-system)' },
  user: { name: 'Your messages', meaning: 'What you wrote.', colour: 'var(--cell-user)' },
  assistant: { name: 'Answers', meaning: 'What the model wrote.', colour: 'var(--cell-assistant)' },
  template: {
    name: 'Chat template',
    meaning: 'What the model’s own template puts around the messages: who speaks, where a turn ends.',
    colour: 'var(--cell-template)',
  },
}
