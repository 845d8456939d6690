import JSZip from 'jszip'
import mammoth from 'mammoth'
import { textOfHtml } from './html'
import { damaged, Refusal } from './refusal'

/** A file of 100 KiB can unpack to gigabytes. */
const mostUnpackedBytes = 64 * 2 ** 20

/** Word for the web names the main part `document2.xml`. */
const mainPart = /^word\/document\d*\.xml$/

export async function textOfDocx(bytes: Buffer): Promise<string> {
  try {
    await assertUnpacks(await JSZip.loadAsync(bytes))
    const convertImage = mammoth.images.imgElement(async () => ({ src: '' }))
    const { value } = await mammoth.convertToHtml({ buffer: bytes }, { convertImage, externalFileAccess: false })
    return textOfHtml(value)
  } catch (error) {
    if (error instanceof Refusal) throw error
    throw damaged('docx', error)
  }
}

/** Counts what the parts unpack to, because the sizes that a ZIP file states may be wrong. */
async function assertUnpacks(zip: JSZip): Promise<void> {
  if (zip.file(mainPart).length === 0) throw new Refusal({ kind: await otherKind(zip) })
  let left = mostUnpackedBytes
  for (const entry of Object.values(zip.files)) if (/\.(xml|rels)$/.test(entry.name)) left -= await unpackedBytes(entry, left)
}

async function otherKind(zip: JSZip): Promise<'other-archive' | 'spreadsheet' | 'presentation'> {
  if (zip.file(/^xl\/workbook\.(xml|bin)$/).length > 0) return 'spreadsheet'
  if (zip.file('ppt/presentation.xml')) return 'presentation'
  // An OpenDocument file names its kind. A longer entry is something else.
  const entry = zip.file('mimetype')
  if (!entry || (await unpackedBytes(entry, mostUnpackedBytes)) > 100) return 'other-archive'
  const openDocument = /^application\/vnd\.oasis\.opendocument\.(spreadsheet|presentation)/.exec(await entry.async('string'))
  return openDocument?.[1] === 'spreadsheet' || openDocument?.[1] === 'presentation' ? openDocument[1] : 'other-archive'
}

function unpackedBytes(entry: JSZip.JSZipObject, most: number): Promise<number> {
  return new Promise((resolve, reject) => {
    let unpacked = 0
    const stream = entry.nodeStream()
    stream.on('data', (chunk: Uint8Array) => {
      unpacked += chunk.length
      if (unpacked <= most) return
      stream.pause()
      reject(new Refusal({ kind: 'unpacks-too-large', limitBytes: mostUnpackedBytes }))
    })
    stream.on('error', reject)
    stream.on('end', () => resolve(unpacked))
  })
}
