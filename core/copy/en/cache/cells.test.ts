import { expect, it } from 'vitest'
import { sequences } from './cells'

it('the cache panel says how many tokens sequences share, and which sequences those are', () => {
  expect(sequences.shared({ sequence: 0, shared: null })).toBe('Sequence 1; no other sequence holds copies of its cells.')
  expect(sequences.shared({ sequence: 0, shared: { tokens: 1024, sequences: [1] } })).toBe(
    'Sequence 1: its first 1,024 tokens were processed once and copied; sequence 2 holds them too, in its own cells.',
  )
  expect(sequences.shared({ sequence: 1, shared: { tokens: 97, sequences: [0, 2, 3] } })).toBe(
    'Sequence 2: its first 97 tokens were processed once and copied; sequences 1, 3, and 4 hold them too, in their own cells.',
  )
})
