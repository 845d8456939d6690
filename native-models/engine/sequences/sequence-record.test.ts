import { describe, expect, it } from 'vitest'
import type { SequenceContents } from './sequence-contents'
import { SequenceRecord } from './sequence-record'

const contents = (reusedTokens: number): SequenceContents => ({ conversationId: 'c', reusedTokens, spansUpTo: () => [], gaps: () => [] })

describe('SequenceRecord', () => {
  it('knows the cells of its tokens after other tokens are dropped', () => {
    const record = new SequenceRecord()
    record.leave(6, [{ from: 1, to: 3 }])
    expect(record.runsOf(5)).toEqual([
      { position: 0, cell: 0, cells: 1 },
      { position: 1, cell: 3, cells: 3 },
      { position: 4, cell: 1, cells: 1 },
    ])
    record.clear()
    expect(record.runsOf(2)).toEqual([{ position: 0, cell: 0, cells: 2 }])
  })
  it('counts the tokens that sequences share, until a sequence no longer reuses them', () => {
    const all = [new SequenceRecord(), new SequenceRecord(), new SequenceRecord(), new SequenceRecord()]
    const [first, second, third] = all as [SequenceRecord, SequenceRecord, SequenceRecord]
    expect(first.sharedWith(all)).toBeNull()
    const prefill = {}
    first.hold(contents(0))
    first.copiedTo(prefill, 10)
    for (const other of [second, third]) {
      other.copy(first, prefill, 10)
      other.contents = contents(10)
    }
    expect(all.map((record) => record.sharedWith(all))).toEqual([
      { tokens: 10, sequences: [1, 2] },
      { tokens: 10, sequences: [0, 2] },
      { tokens: 10, sequences: [0, 1] },
      null,
    ])
    second.hold(contents(6))
    third.clear()
    expect(all.map((record) => record.sharedWith(all))).toEqual([{ tokens: 6, sequences: [1] }, { tokens: 6, sequences: [0] }, null, null])
    second.hold({ ...contents(6), conversationId: 'another' })
    expect(first.sharedWith(all)).toBeNull()
  })
})
