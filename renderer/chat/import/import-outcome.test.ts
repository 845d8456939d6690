import { describe, expect, it } from 'vitest'
import { mostNamedImports } from '../../../core/contract/chat/import-limits'
import type { ImportSummary } from '../../../core/contract/chat/imports'
import { outcomeOf, singleConversation } from './import-outcome'

const summary = (change: Partial<ImportSummary> = {}): ImportSummary => ({
  imported: 0,
  existing: 0,
  broken: 0,
  isCutOff: false,
  brokenOnes: [],
  incomplete: 0,
  incompleteOnes: [],
  conversationId: null,
  ...change,
})
const refused = { code: 'import-refused', facts: { name: 'diary.json', reason: 'not-json' } } as const
const damaged = (entry: number) => ({ title: null, entry, flaw: 'not-json' }) as const

describe('the outcome of an import of several files', () => {
  const files = [
    { file: 'a.json', summary: summary({ imported: 2, broken: 1, brokenOnes: [damaged(3)] }) },
    { file: 'diary.json', failure: refused },
    { file: 'b.json', summary: summary({ imported: 1, existing: 4, broken: 1, brokenOnes: [damaged(1)], isCutOff: true }) },
  ]
  it('adds the conversations of all files', () => {
    expect(outcomeOf(files)).toMatchObject({ imported: 3, existing: 4, broken: 2 })
  })
  it('names the file of each conversation that could not be read', () => {
    expect(outcomeOf(files).brokenOnes).toEqual([
      { ...damaged(3), file: 'a.json' },
      { ...damaged(1), file: 'b.json' },
    ])
  })
  it('names the files that were refused and those that are cut off', () => {
    expect(outcomeOf(files).refusedFiles).toEqual([{ file: 'diary.json', failure: refused }])
    expect(outcomeOf(files).cutOffFiles).toEqual(['b.json'])
  })
  it('names at most as many conversations as the outcome of one file', () => {
    const brokenOnes = Array.from({ length: mostNamedImports }, (_, entry) => damaged(entry))
    const full = { file: 'a.json', summary: summary({ broken: 60, brokenOnes }) }
    expect(outcomeOf([full, full]).brokenOnes).toHaveLength(mostNamedImports)
    expect(outcomeOf([full, full]).broken).toBe(120)
  })
})

describe('the conversation to open after an import', () => {
  const single = { file: 'a.json', summary: summary({ imported: 1, conversationId: 'c' }) }
  it('is the only conversation of the only file that could be read', () => {
    expect(singleConversation([single, { file: 'diary.json', failure: refused }])).toBe('c')
  })
  it('does not exist if several files could be read', () => {
    expect(singleConversation([single, { file: 'b.json', summary: summary({ existing: 1 }) }])).toBeNull()
  })
})
