import { mostDocuments } from '../../../core/contract/chat/document-limits'
import type { ImageData } from '../../../core/contract/chat/documents'
import type { PromptImage } from '../../../core/documents/document-frame'
import { openDocument } from '../../documents/open-document'
import { readImage } from '../../documents/read-attachment'
import { UsageError } from '../input/flags'

export interface GivenImage {
  readonly attachment: PromptImage
  readonly data: ImageData
}

/** Throws UsageError, file errors and `document-refused`. */
export async function imagesFrom(paths: readonly string[]): Promise<GivenImage[]> {
  if (paths.length > mostDocuments) throw new UsageError(`--image can be given at most ${mostDocuments} times, got ${paths.length}`)
  const images: GivenImage[] = []
  for (const [index, path] of paths.entries()) {
    const { name, bytes } = await openDocument(path)
    const { width, height, sizeBytes, data } = await readImage(name, bytes)
    images.push({ attachment: { name, mediaType: data.mediaType, sizeBytes, image: { id: String(index), width, height } }, data })
  }
  return images
}
