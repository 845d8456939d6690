/**
 * `size` is in pixels, up to 256. Layout: a 6-byte header, 16 bytes per image, then the images. Source: Microsoft, "The evolution of the
 * ICO file format", part 4.
 */
export function icoOf(images) {
  const header = Buffer.alloc(6 + 16 * images.length)
  header.writeUInt16LE(1, 2) // 1: icon
  header.writeUInt16LE(images.length, 4)
  let offset = header.length
  for (const [index, { size, png }] of images.entries()) {
    if (size > 256) throw new Error(`Expected a size of 256 pixels at most, got ${size}`)
    const at = 6 + 16 * index
    header.writeUInt8(size % 256, at) // 0 means 256
    header.writeUInt8(size % 256, at + 1)
    header.writeUInt16LE(1, at + 4) // color planes
    header.writeUInt16LE(32, at + 6) // bits per pixel
    header.writeUInt32LE(png.length, at + 8)
    header.writeUInt32LE(offset, at + 12)
    offset += png.length
  }
  return Buffer.concat([header, ...images.map(({ png }) => png)])
}

/**
 * Types by size in pixels, at 1 or 2 pixels per point. icp4 and icp5 (16 and 32 pixels at 1 per point) are left out: macOS draws their PNGs
 * wrongly in apps, and without them it scales ic11 and ic12. Source: https://en.wikipedia.org/wiki/Apple_Icon_Image_format
 */
const icnsTypes = { 32: ['ic11'], 64: ['ic12'], 128: ['ic07'], 256: ['ic13', 'ic08'], 512: ['ic14', 'ic09'], 1024: ['ic10'] }

/** Layout: 4 bytes of type, 4 bytes of length, then a chunk of the same layout for each picture. Lengths include these 8 bytes. */
export function icnsOf(images) {
  const chunk = (name, content) => {
    const head = Buffer.alloc(8, name, 'latin1')
    head.writeUInt32BE(8 + content.length, 4)
    return Buffer.concat([head, content])
  }
  const pictures = images.flatMap(({ size, png }) => {
    const types = icnsTypes[size]
    if (!types) throw new Error(`Expected a size of ${Object.keys(icnsTypes).join(', ')} pixels, got ${size}`)
    return types.map((type) => chunk(type, png))
  })
  return chunk('icns', Buffer.concat(pictures))
}
