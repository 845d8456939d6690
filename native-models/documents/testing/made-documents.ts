import { crc32, deflateRawSync } from 'node:zlib'

/** A PDF with ten words per line, because pdf.js leaves out text outside the page. A page with the text '' has only a gray rectangle, as a scan has only an image. */
export function madePdf(
  pages: readonly string[],
  more: { readonly trailer?: string; readonly content?: (page: string) => Buffer } = {},
): Buffer {
  const contentOf =
    more.content ?? ((page: string) => stream(page === '' ? '0.5 g 50 50 300 300 re f' : `BT /F1 8 Tf 50 750 Td ${linesOf(page)} ET`))
  const kids = pages.map((_, index) => `${4 + index * 2} 0 R`).join(' ')
  const objects: (string | Buffer)[] = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    ...pages.flatMap((page, index) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${5 + index * 2} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
      contentOf(page),
    ]),
  ]
  let whole = Buffer.from('%PDF-1.4\n')
  const offsets: number[] = []
  for (const [index, object] of objects.entries()) {
    offsets.push(whole.length)
    whole = Buffer.concat([whole, Buffer.from(`${index + 1} 0 obj\n`), Buffer.from(object), Buffer.from('\nendobj\n')])
  }
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const count = objects.length + 1
  const end = `xref\n0 ${count}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${count} /Root 1 0 R ${more.trailer ?? ''} >>\nstartxref\n${whole.length}\n%%EOF\n`
  return Buffer.concat([whole, Buffer.from(end)])
}

const linesOf = (page: string): string =>
  (page.match(/(?:\S+\s*){1,10}/g) ?? []).map((line) => `(${escaped(line.trim())}) Tj 0 -10 Td`).join(' ')
const escaped = (text: string): string => text.replace(/[\\()]/g, '\\$&')
const stream = (text: string): Buffer => Buffer.from(`<< /Length ${text.length} >>\nstream\n${text}\nendstream`)

/** A PDF whose password is unknown: 32 bytes that match no password. */
export const encryptedPdf = (): Buffer =>
  madePdf(['secret'], {
    trailer: `/Encrypt << /Filter /Standard /V 1 /R 2 /O <${'41'.repeat(32)}> /U <${'42'.repeat(32)}> /P -4 >> /ID [<${'43'.repeat(16)}> <${'43'.repeat(16)}>]`,
  })

const namespaces = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
const paragraphXml = (text: string): string => `<w:p><w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`
const tableXml = (rows: readonly (readonly string[])[]): string =>
  `<w:tbl>${rows.map((row) => `<w:tr>${row.map((cell) => `<w:tc>${paragraphXml(cell)}</w:tc>`).join('')}</w:tr>`).join('')}</w:tbl>`

export function madeDocx(paragraphs: readonly string[], table: readonly (readonly string[])[] = [], mainPart = 'document'): Buffer {
  const body = paragraphs.map(paragraphXml).join('') + (table.length > 0 ? tableXml(table) : '')
  const document = `<?xml version="1.0" encoding="UTF-8"?><w:document ${namespaces}><w:body>${body}</w:body></w:document>`
  return zipped(Buffer.from(document), mainPart)
}

/** A DOCX of less than a mebibyte that unpacks to `mebibytes`, but states a size of `statedBytes`. */
export const bombDocx = (mebibytes: number, statedBytes = mebibytes * 2 ** 20): Buffer =>
  zipped(Buffer.alloc(mebibytes * 2 ** 20, 'a'), 'document', statedBytes)

const contentTypes = (mainPart: string): string =>
  `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/${mainPart}.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`
const relationships = (mainPart: string): string =>
  `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/${mainPart}.xml"/></Relationships>`

const zipped = (document: Buffer, mainPart: string, statedBytes = document.length): Buffer =>
  zipOf([
    { name: '[Content_Types].xml', data: Buffer.from(contentTypes(mainPart)) },
    { name: '_rels/.rels', data: Buffer.from(relationships(mainPart)) },
    { name: `word/${mainPart}.xml`, data: document, statedBytes },
  ])

interface Entry {
  readonly name: string
  readonly data: Buffer
  readonly statedBytes?: number
}

/** Source: APPNOTE.TXT, sections 4.3.7, 4.3.12 and 4.3.16, pkware.com. */
export function zipOf(entries: readonly Entry[]): Buffer {
  let files = Buffer.alloc(0)
  let directory = Buffer.alloc(0)
  for (const { name, data, statedBytes = data.length } of entries) {
    const packed = deflateRawSync(data)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(8, 4)
    common.writeUInt32LE(crc32(data), 10)
    common.writeUInt32LE(packed.length, 14)
    common.writeUInt32LE(statedBytes, 18)
    common.writeUInt16LE(name.length, 22)
    const place = Buffer.alloc(14)
    place.writeUInt32LE(files.length, 10)
    directory = Buffer.concat([directory, Buffer.from('PK\x01\x02\x14\x00', 'latin1'), common, place, Buffer.from(name)])
    files = Buffer.concat([files, Buffer.from('PK\x03\x04', 'latin1'), common, Buffer.from(name), packed])
  }
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(files.length, 16)
  return Buffer.concat([files, directory, end])
}
