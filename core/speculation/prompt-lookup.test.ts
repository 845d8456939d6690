import { describe, expect, it } from 'vitest'
import { lookUpDraft } from './prompt-lookup'

describe('lookUpDraft', () => {
  it('drafts the tokens that followed an earlier occurrence of the last three tokens', () => {
    //                    └─ 1 2 3 ─┘ 4  5  6      └─ 1 2 3 ─┘
    expect(lookUpDraft([1, 2, 3, 4, 5, 6, 9, 1, 2, 3], 3)).toEqual([4, 5, 6])
  })
  it('uses the most recent earlier occurrence', () => {
    expect(lookUpDraft([1, 2, 3, 4, 0, 1, 2, 3, 5, 0, 1, 2, 3], 1)).toEqual([5])
  })
  it('looks for the last two tokens if the last three do not occur earlier, and drafts nothing if it finds neither', () => {
    expect(lookUpDraft([7, 2, 3, 8, 9, 2, 3], 2)).toEqual([8, 9])
    expect(lookUpDraft([1, 2, 3, 4, 5], 4)).toEqual([])
    expect(lookUpDraft([5], 4)).toEqual([])
    expect(lookUpDraft([], 4)).toEqual([])
  })
  it('repeats the match if it overlaps the end of the text', () => {
    expect(lookUpDraft([1, 2, 1, 2, 1], 5)).toEqual([2, 1, 2, 1, 2])
    expect(lookUpDraft([4, 4, 4, 4], 3)).toEqual([4, 4, 4])
  })
  it('drafts no more tokens than requested', () => {
    expect(lookUpDraft([1, 2, 3, 4, 1, 2, 3], 0)).toEqual([])
    expect(lookUpDraft([1, 2, 3, 4, 1, 2, 3], 1)).toEqual([4])
  })
})
