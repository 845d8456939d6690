import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { icnsOf, icoOf } from './icon-files.mjs'

const asset = (name: string) => readFileSync(fileURLToPath(new URL(`../assets/${name}`, import.meta.url)))
const png = (size: number, length: number) => ({ size, png: Buffer.alloc(length, size % 251) })

describe('an .ico file', () => {
  it('contains the size, the length and the offset of every image', () => {
    const file = icoOf([png(16, 10), png(256, 20)])
    expect(file.readUInt16LE(2)).toBe(1)
    expect(file.readUInt16LE(4)).toBe(2)
    expect([file[6], file.readUInt32LE(14), file.readUInt32LE(18)]).toEqual([16, 10, 38])
    expect([file[22], file.readUInt32LE(30), file.readUInt32LE(34)]).toEqual([0, 20, 48])
    expect(file).toHaveLength(68)
    expect(file[38]).toBe(16)
    expect(file[48]).toBe(256 % 251)
  })
  it('cannot contain an image over 256 pixels', () => {
    expect(() => icoOf([png(512, 1)])).toThrow('Expected a size of 256 pixels at most, got 512')
  })
})

describe('an .icns file', () => {
  it('contains its own length and the type of every image', () => {
    const file = icnsOf([png(128, 10), png(256, 20)])
    // 8 + (8 + 10) + 2 x (8 + 20) = 82. The image of 256 pixels appears as two types.
    expect(file.toString('latin1', 0, 4)).toBe('icns')
    expect(file.readUInt32BE(4)).toBe(82)
    expect(file).toHaveLength(82)
    expect([file.toString('latin1', 8, 12), file.readUInt32BE(12)]).toEqual(['ic07', 18])
    expect([file.toString('latin1', 26, 30), file.readUInt32BE(30)]).toEqual(['ic13', 28])
    expect(file.toString('latin1', 54, 58)).toBe('ic08')
  })
  it('cannot contain an image of a size that has no type', () => {
    expect(() => icnsOf([png(48, 1)])).toThrow('got 48')
  })
})

describe('the icons in assets', () => {
  const isPng = (bytes: Buffer, at = 0) => bytes.toString('latin1', at + 1, at + 4) === 'PNG'
  it('exist in the sizes that their names state', () => {
    for (const size of [16, 32, 48, 64, 128, 256, 512]) {
      const bytes = asset(`icons/${size}x${size}.png`)
      expect(isPng(bytes)).toBe(true)
      expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([size, size])
    }
  })
  it('include an .ico file whose first image is a PNG, and an .icns file that is not cut off', () => {
    const ico = asset('icon.ico')
    expect(isPng(ico, ico.readUInt32LE(18))).toBe(true)
    const icns = asset('icon.icns')
    expect(icns.readUInt32BE(4)).toBe(icns.length)
  })
})
