import { describe, expect, it } from 'vitest'
import { fuzzyFind, fuzzyScore } from './fuzzy-match'

const find = (typed: string, ...texts: string[]) => fuzzyFind(texts, typed, (text) => text)

describe('a fuzzy search', () => {
  it('finds texts that have every typed word, in any order, case and accent', () => {
    expect(find('conv search', 'Search conversations', 'New conversation')).toEqual(['Search conversations'])
    expect(find('uber', 'Über den Wolken', 'Planner')).toEqual(['Über den Wolken'])
  })
  it('finds initials and skipped letters', () => {
    expect(find('nc', 'Planner', 'New conversation')).toEqual(['New conversation'])
    expect(find('plnr', 'Planner', 'New conversation')).toEqual(['Planner'])
  })
  it('puts starts of words before other matches, and early matches before late ones', () => {
    expect(find('the', 'Bathe', 'Theme', 'In the box', 'Tall horse')).toEqual(['Theme', 'In the box', 'Bathe', 'Tall horse'])
    expect(find('se', 'Model settings', 'Search')).toEqual(['Search', 'Model settings'])
  })
  it('does not find letters that start inside a word', () => {
    expect(fuzzyScore('Planner', 'anr')).toBeUndefined()
  })
  it('finds an item by the beginning of another word for it, after names but before scattered letters', () => {
    const words: Readonly<Record<string, string>> = { Theme: 'dark light', Context: 'length size' }
    const found = (typed: string, ...names: string[]) =>
      fuzzyFind(
        names,
        typed,
        (name) => name,
        (name) => words[name],
      )
    expect(found('dar', 'Planner', 'Dear', 'Theme', 'Darjeeling')).toEqual(['Darjeeling', 'Theme', 'Dear'])
    expect(found('context length', 'Context', 'Theme')).toEqual(['Context'])
    expect(found('ark', 'Theme')).toEqual([])
  })
  it('returns all items in their order before anything is typed', () => {
    expect(find('  ', 'b', 'a')).toEqual(['b', 'a'])
  })
  it('keeps equally good matches in their order', () => {
    expect(find('cache', 'Cache b', 'Cache a')).toEqual(['Cache b', 'Cache a'])
  })
  it('finds nothing for text that no item has', () => {
    expect(find('zzz', 'Planner')).toEqual([])
  })
})
