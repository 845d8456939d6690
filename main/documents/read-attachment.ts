import { Readable } from 'node:stream'
import { imageBytes } from '../../core/contract/chat/document-limits'
import type { ImageData, ImageSize } from '../../core/contract/chat/documents'
import { coded } from '../../core/contract/errors/coded-error'
import { imageHeadBytes, imageSizeOf, imageTypeOf } from '../../core/documents/image-header'
import type { DocumentReader, SizedDocument } from './document-reader'

export type ReadAttachment = SizedDocument & { readonly image?: ReadImage }
export interface ReadImage extends ImageSize {
  readonly data: ImageData
}

/** Headroom never decodes an image, so only documents need a process of their own. Throws `document-refused`, and the errors of `bytes`. */
export async function readAttachment(reader: DocumentReader, name: string, bytes: Readable): Promise<ReadAttachment> {
  const { mediaType, whole } = await begun(bytes)
  if (!mediaType) return reader.read(name, Readable.from(whole))
  const { sizeBytes, ...image } = await imageIn(name, mediaType, whole)
  return { mediaType, hasPages: false, pages: [''], sizeBytes, image }
}

/** Throws `document-refused`, and the errors of `bytes`. */
export async function readImage(name: string, bytes: Readable): Promise<ReadImage & { readonly sizeBytes: number }> {
  const { mediaType, whole } = await begun(bytes)
  if (mediaType) return imageIn(name, mediaType, whole)
  bytes.destroy()
  throw coded('document-refused', { name, reason: { kind: 'not-image' } })
}

async function begun(bytes: Readable) {
  const source = bytes[Symbol.asyncIterator]() as AsyncIterator<Buffer, undefined>
  let head: Buffer = Buffer.alloc(0)
  let isOver = false
  while (head.length < imageHeadBytes && !isOver) {
    const next = await source.next()
    if (next.done) isOver = true
    else head = Buffer.concat([head, next.value])
  }
  return { mediaType: imageTypeOf(head), whole: all(head, source) }
}

/** The generator's end also ends the source. */
async function* all(head: Buffer, source: AsyncIterator<Buffer, undefined>): AsyncGenerator<Buffer, void> {
  try {
    if (head.length > 0) yield head
    for (let next = await source.next(); !next.done; next = await source.next()) yield next.value
  } finally {
    await source.return?.()
  }
}

async function imageIn(name: string, mediaType: ImageData['mediaType'], bytes: AsyncIterable<Buffer>) {
  const chunks: Buffer[] = []
  let sizeBytes = 0
  for await (const chunk of bytes) {
    chunks.push(chunk)
    sizeBytes += chunk.length
    if (sizeBytes > imageBytes) throw coded('document-refused', { name, reason: { kind: 'image-too-large', limitBytes: imageBytes } })
  }
  const image = Buffer.concat(chunks)
  const size = imageSizeOf(image, mediaType)
  if (!size) throw coded('document-refused', { name, reason: { kind: 'image-damaged' } })
  return { ...size, sizeBytes, data: { mediaType, base64: image.toString('base64') } }
}
