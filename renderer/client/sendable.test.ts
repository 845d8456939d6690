import { describe, expect, it } from 'vitest'
import { failureOf } from '../../core/contract/errors/coded-error'
import { largestMessageBytes } from '../../core/contract/wire/message-limit'
import { assertSendable, textOf } from './sendable'

const failureIn = (work: () => void) => {
  try {
    work()
    return undefined
  } catch (error) {
    return failureOf(error)
  }
}

describe('a message from the window', () => {
  it('is measured in UTF-8 bytes, and is refused before it is sent if it is too large', () => {
    expect(failureIn(() => assertSendable('x'.repeat(largestMessageBytes)))).toBeUndefined()
    expect(failureIn(() => assertSendable('x'.repeat(largestMessageBytes + 1)))).toEqual({
      code: 'message-too-large',
      facts: { sizeBytes: largestMessageBytes + 1, limitBytes: largestMessageBytes },
    })
    expect(failureIn(() => assertSendable('ä'.repeat(largestMessageBytes / 2)))).toBeUndefined()
    expect(failureIn(() => assertSendable('ä'.repeat(largestMessageBytes / 2 + 1)))?.code).toBe('message-too-large')
    expect(failureIn(() => assertSendable(new Uint8Array(largestMessageBytes + 1)))?.code).toBe('message-too-large')
  })
  it('contains the text of a file only if the file is small enough; a larger file is not read', async () => {
    expect(await textOf(new File(['abc'], 'a.csv'), 3)).toBe('abc')
    const refused = await textOf(new File(['abcd'], 'a.csv'), 3).catch(failureOf)
    expect(refused).toEqual({ code: 'file-too-large', facts: { name: 'a.csv', sizeBytes: 4, limitBytes: 3 } })
  })
})
