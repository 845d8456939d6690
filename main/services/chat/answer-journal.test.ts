import { describe, expect, it } from 'vitest'
import { AnswerJournal } from './answer-journal'

describe('AnswerJournal', () => {
  it('writes texts in the order in which it gets them', async () => {
    const written: string[] = []
    const journal = new AnswerJournal((text) => written.push(text))
    journal.writeFailed.listen(() => expect.unreachable())
    journal.write('one ')
    journal.write('')
    journal.write('two')
    await journal.end(() => written.push('sealed'))
    expect(written).toEqual(['one ', 'two', 'sealed'])
  })
  it('keeps text that cannot be written, reports the failure once, and writes the text when possible', async () => {
    const written: string[] = []
    let full = true
    let reports = 0
    let waits = 0
    const journal = new AnswerJournal(
      (text) => {
        if (full) throw new Error('full')
        written.push(text)
      },
      async () => {
        if (++waits === 3) full = false
      },
    )
    journal.writeFailed.listen(() => reports++)
    journal.write('one ')
    journal.write('two ')
    journal.write('three')
    await journal.end(() => written.push('sealed'))
    expect(written).toEqual(['one two three', 'sealed'])
    expect(reports).toBe(1)
    expect(waits).toBe(3)
  })
})
