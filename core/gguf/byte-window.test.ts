import { describe, expect, it } from 'vitest'
import { type ByteSource, ByteWindow, memorySource, ReadLimitReached, UnexpectedEnd, windowBytes } from './byte-window'

/** Byte i of the file is i modulo 251. */
function watchedSource(sizeBytes: number): ByteSource & { readonly reads: [offset: number, length: number][] } {
  const reads: [number, number][] = []
  return {
    sizeBytes,
    reads,
    read: async (offset, length) => {
      reads.push([offset, length])
      return Uint8Array.from({ length: Math.min(length, sizeBytes - offset) }, (_, i) => (offset + i) % 251)
    },
  }
}

describe('a window over a file', () => {
  it('reads a small file once, up to its end', async () => {
    const source = watchedSource(10)
    const window = new ByteWindow(source)
    await window.fill(4)
    expect([window.u8(), window.u8(), window.u8(), window.u8()]).toEqual([0, 1, 2, 3])
    await window.fill(6)
    expect([...window.take(6)]).toEqual([4, 5, 6, 7, 8, 9])
    expect(source.reads).toEqual([[0, 10]])
    expect(window.remainingBytes).toBe(0)
  })

  it('reads nothing from an empty file, and throws if a byte is demanded', async () => {
    const source = watchedSource(0)
    const window = new ByteWindow(source)
    await window.fill(100)
    expect(window.take(0)).toHaveLength(0)
    window.skip(0)
    window.demand(0)
    expect(() => window.demand(1)).toThrow(UnexpectedEnd)
    expect(source.reads).toEqual([])
  })

  it('fills up to the end of the file', async () => {
    const source = watchedSource(10)
    const window = new ByteWindow(source)
    await window.fill(8)
    window.skip(8)
    await window.fill(8)
    expect([...window.take(2)]).toEqual([8, 9])
    expect(source.reads).toEqual([[0, 10]])
  })

  it('moves forward to read a number that crosses its end', async () => {
    const source = watchedSource(2 * windowBytes)
    const window = new ByteWindow(source)
    await window.fill(1)
    window.skip(windowBytes - 3)
    expect(window.has(3)).toBe(true)
    expect(window.has(4)).toBe(false)
    await window.fill(4)
    expect(window.u32()).toBe(149 * 2 ** 24 + 148 * 2 ** 16 + 147 * 2 ** 8 + 146)
    expect(source.reads).toEqual([
      [0, windowBytes],
      [windowBytes - 3, windowBytes],
    ])
    expect(window.offset).toBe(windowBytes + 1)
  })

  it('continues if a read returns only the bytes that it needs', async () => {
    const asked: number[] = []
    const sparing: ByteSource = {
      sizeBytes: 3 * windowBytes,
      read: async (offset, _length, leastBytes) => {
        asked.push(leastBytes)
        return Uint8Array.from({ length: leastBytes }, (_, i) => (offset + i) % 251)
      },
    }
    const window = new ByteWindow(sparing)
    await window.fill(2)
    expect([window.u8(), window.u8()]).toEqual([0, 1])
    await window.fill(3)
    expect([...window.take(3)]).toEqual([2, 3, 4])
    expect(asked).toEqual([2, 3])
  })

  it('skips to its end without reading, then reads the next bytes', async () => {
    const source = watchedSource(windowBytes + 5)
    const window = new ByteWindow(source)
    await window.fill(1)
    window.skip(windowBytes)
    expect(source.reads).toHaveLength(1)
    await window.fill(5)
    expect(source.reads[1]).toEqual([windowBytes, 5])
  })

  it('skips a long distance without reading, up to the last byte', async () => {
    const source = watchedSource(2 ** 40)
    const window = new ByteWindow(source)
    window.skip(2 ** 40)
    expect([window.offset, window.remainingBytes]).toEqual([2 ** 40, 0])
    expect(() => window.skip(1)).toThrow(UnexpectedEnd)
    expect(source.reads).toEqual([])
  })

  it('reports how many bytes the file should have if it is too short', () => {
    const window = new ByteWindow(watchedSource(10))
    window.skip(4)
    expect(() => window.demand(8)).toThrow(expect.objectContaining({ neededBytes: 12, sizeBytes: 10 }))
  })

  it('detects that the file has become shorter since its length was read', async () => {
    const shrunk: ByteSource = { sizeBytes: 100, read: async () => new Uint8Array(6) }
    await expect(new ByteWindow(shrunk).fill(8)).rejects.toMatchObject({ neededBytes: 8, sizeBytes: 6 })
  })

  it('reads more than its usual size if one value needs it', async () => {
    const source = watchedSource(3 * windowBytes)
    const window = new ByteWindow(source)
    await window.fill(windowBytes + 1)
    expect(window.take(windowBytes + 1)).toHaveLength(windowBytes + 1)
    expect(source.reads).toEqual([[0, windowBytes + 1]])
  })

  it('stops before it reads more than its limit', async () => {
    const source = watchedSource(2 ** 40)
    const window = new ByteWindow(source, 2 * windowBytes)
    for (let i = 0; i < 2; i++) {
      await window.fill(windowBytes)
      window.skip(windowBytes)
    }
    await expect(window.fill(1)).rejects.toThrow(ReadLimitReached)
    expect(source.reads).toHaveLength(2)
  })

  it('works with a source that reuses one buffer', async () => {
    const buffer = new Uint8Array(windowBytes)
    const reusing: ByteSource = {
      sizeBytes: 2 * windowBytes,
      read: async (offset, length) => buffer.fill(offset === 0 ? 1 : 2).subarray(0, length),
    }
    const window = new ByteWindow(reusing)
    await window.fill(windowBytes)
    expect(window.u8()).toBe(1)
    window.skip(windowBytes - 1)
    await window.fill(1)
    expect(window.u8()).toBe(2)
  })
})

describe('a window that skips strings', () => {
  const bytes = [[1, 0, 0, 0, 0, 0, 0, 0, 65], new Array(8).fill(0), [9, 0, 0, 0, 0, 0, 0, 0, 66, 67]].flat()
  const filled = async () => {
    const window = new ByteWindow(memorySource(Uint8Array.from(bytes)))
    await window.fill(bytes.length)
    return window
  }

  it('skips only strings that it contains completely', async () => {
    const window = await filled()
    expect(window.skipTexts(3, 100)).toBe(2)
    expect(window.offset).toBe(17)
  })

  it('skips no more strings than requested, and no string that is too long', async () => {
    expect((await filled()).skipTexts(1, 100)).toBe(1)
    expect((await filled()).skipTexts(3, 0)).toBe(0)
    expect(new ByteWindow(memorySource(new Uint8Array(8))).skipTexts(1, 100)).toBe(0)
  })

  it('does not skip a string whose length needs more than 32 bits', async () => {
    const window = new ByteWindow(memorySource(Uint8Array.from([0, 0, 0, 0, 1, 0, 0, 0])))
    await window.fill(8)
    expect(window.skipTexts(1, 2 ** 40)).toBe(0)
  })
})

describe('numbers in a window', () => {
  const windowOn = async (...bytes: number[]) => {
    const window = new ByteWindow(memorySource(Uint8Array.from(bytes)))
    await window.fill(bytes.length)
    return window
  }
  const minusOne = [255, 255, 255, 255, 255, 255, 255, 255]

  it('are read as little-endian', async () => {
    expect((await windowOn(1, 2)).u16()).toBe(0x0201)
    expect((await windowOn(1, 2, 3, 4)).u32()).toBe(0x04030201)
    expect((await windowOn(1, 0, 0, 0, 0, 0, 0, 0x80)).u64()).toBe(2n ** 63n + 1n)
    expect((await windowOn(0, 0, 0x80, 0x3f)).f32()).toBe(1)
    expect((await windowOn(0, 0, 0, 0, 0, 0, 0xf0, 0xbf)).f64()).toBe(-1)
  })

  it('keep their sign', async () => {
    expect((await windowOn(255)).i8()).toBe(-1)
    expect((await windowOn(255, 255)).i16()).toBe(-1)
    expect((await windowOn(255, 255, 255, 255)).i32()).toBe(-1)
    expect((await windowOn(...minusOne)).i64()).toBe(-1n)
  })

  it('become infinite if they are lengths of 2^53 or more, where a double is no longer exact', async () => {
    expect((await windowOn(255, 255, 255, 255, 255, 255, 0x1f, 0)).length()).toBe(2 ** 53 - 1)
    expect((await windowOn(0, 0, 0, 0, 0, 0, 0x20, 0)).length()).toBe(Number.POSITIVE_INFINITY)
    expect((await windowOn(...minusOne)).length()).toBe(Number.POSITIVE_INFINITY)
  })
})
