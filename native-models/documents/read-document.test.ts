import { describe, expect, it } from 'vitest'
import { readDocument } from './read-document'
import { Refusal } from './refusal'
import { bombDocx, encryptedPdf, madeDocx, madePdf, zipOf } from './testing/made-documents'

const refusalOf = (bytes: Buffer, name: string) =>
  readDocument(bytes, name).then(
    () => 'read',
    (error: unknown) => (error instanceof Refusal ? error.reason : error),
  )

/** Starts as an old Office file does, and names its streams. */
const oleWith = (...streams: string[]): Buffer =>
  Buffer.concat([Buffer.from([0xd0, 0xcf, 0x11, 0xe0]), ...streams.map((name) => Buffer.from(name, 'utf16le'))])
const openDocument = (kind: string): Buffer =>
  zipOf([
    { name: 'mimetype', data: Buffer.from(`application/vnd.oasis.opendocument.${kind}`) },
    { name: 'content.xml', data: Buffer.from('<office/>') },
  ])

describe('a document', () => {
  it('can be text, Markdown or code', async () => {
    expect(await readDocument(Buffer.from('Größe: 3 µm\r\nEnd'), 'a.txt')).toEqual({
      mediaType: 'text/plain',
      hasPages: false,
      pages: ['Größe: 3 µm\nEnd'],
    })
    expect(await readDocument(Buffer.from('# Title'), 'a.md')).toMatchObject({ mediaType: 'text/markdown' })
    expect((await readDocument(Buffer.from('const a = 1'), 'a.ts')).pages).toEqual(['const a = 1'])
  })
  it('can be UTF-16 or UTF-8 with a byte order mark', async () => {
    const text = 'Grüße, 世界'
    const little = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')])
    expect((await readDocument(little, 'a.txt')).pages).toEqual([text])
    expect((await readDocument(Buffer.from(little).swap16(), 'a.txt')).pages).toEqual([text])
    expect((await readDocument(Buffer.from(`\ufeff${text}`), 'a.txt')).pages).toEqual([text])
  })
  it('can be a PDF, page by page', async () => {
    expect(await readDocument(madePdf(['First page (one)', 'Second page']), 'a.pdf')).toEqual({
      mediaType: 'application/pdf',
      hasPages: true,
      pages: ['First page (one)', 'Second page'],
    })
  })
  it('can be a PDF of which some pages are scans', async () => {
    expect((await readDocument(madePdf(['First', '', 'Third']), 'a.pdf')).pages).toEqual(['First', '', 'Third'])
  })
  it('can be a PDF by its content, whatever its name', async () => {
    expect((await readDocument(madePdf(['Hello']), 'a.txt')).hasPages).toBe(true)
    expect((await readDocument(Buffer.concat([Buffer.from('\n\n'), madePdf(['Hello'])]), 'a.pdf')).hasPages).toBe(true)
  })
  it('can be a text about PDF files', async () => {
    expect((await readDocument(Buffer.from("const header = '%PDF-1.7'"), 'a.ts')).pages).toEqual(["const header = '%PDF-1.7'"])
  })
  it('can be DOCX, with its tables', async () => {
    const { pages, mediaType } = await readDocument(madeDocx(['One &amp; two', 'Three'], [['a', 'b']]), 'a.docx')
    expect(mediaType).toContain('wordprocessingml')
    expect(pages[0]).toMatch(/One & two\n+Three\n+a +b/)
  })
  it('can be a DOCX file from Word for the web, where the main part has another name', async () => {
    expect((await readDocument(madeDocx(['Hello'], [], 'document2'), 'a.docx')).pages).toEqual(['Hello'])
  })
  it('can be HTML, without its scripts and styles, in the encoding that it names', async () => {
    const page =
      '<html><head><style>p { color: red }</style></head><body><h1>Title</h1><script>steal()</script><p>Text <b>bold</b></p></body></html>'
    const [text] = (await readDocument(Buffer.from(page), 'a.html')).pages
    expect(text).toMatch(/^Title\n+Text bold$/)
    const latin = Buffer.from('<html><meta charset="windows-1252"><body>Grüße</body></html>', 'latin1')
    expect((await readDocument(latin, 'a.htm')).pages).toEqual(['Grüße'])
  })
  it('can be a long HTML page, which is not cut', async () => {
    const words = Array.from({ length: 200_000 }, (_, index) => `word${index}`)
    const [text = ''] = (await readDocument(Buffer.from(`<p>${words.join(' ')}</p>`), 'a.html')).pages
    expect(text.endsWith('word199999')).toBe(true)
  })
})

describe('a document is refused', () => {
  it.each([
    ['empty', Buffer.alloc(0), 'a.txt', { kind: 'empty' }],
    ['a model', Buffer.from('GGUF\x03\0\0\0'), 'mmproj.bin', { kind: 'model' }],
    ['binary data', Buffer.from([1, 2, 0, 3, 4]), 'a.txt', { kind: 'binary' }],
    ['binary data without NUL', Buffer.from(Array.from({ length: 256 }, (_, index) => index || 1)), 'a.bin', { kind: 'binary' }],
    ['text in an older encoding', Buffer.from('Grüße aus Köln', 'latin1'), 'a.txt', { kind: 'not-utf8' }],
    ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]), 'a.png', { kind: 'picture' }],
    ['a HEIC picture', Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'), 'a.heic', { kind: 'heic' }],
    ['RTF', Buffer.from('{\\rtf1 hello}'), 'a.rtf', { kind: 'rich-text' }],
    ['an old Office format', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1]), 'a.doc', { kind: 'old-office' }],
    ['not a PDF despite its name', Buffer.from('hello'), 'a.pdf', { kind: 'not-this-format', format: 'pdf' }],
    ['not a DOCX file despite its name', Buffer.from('hello'), 'a.docx', { kind: 'not-this-format', format: 'docx' }],
    ['a PDF with a password', encryptedPdf(), 'a.pdf', { kind: 'encrypted' }],
    ['a PDF of scans', madePdf(['', '']), 'a.pdf', { kind: 'no-text', pages: 2 }],
    ['only white space', Buffer.from(' \n '), 'a.txt', { kind: 'no-text', pages: null }],
    [
      'longer than 16 million characters',
      Buffer.from('a'.repeat(16_000_001)),
      'a.txt',
      { kind: 'too-much-text', characters: 16_000_001, limitCharacters: 16_000_000 },
    ],
  ])('that is %s', async (_, bytes, name, reason) => {
    expect(await refusalOf(bytes, name)).toEqual(reason)
  })
  it('that is a PDF without a page tree', async () => {
    expect(await refusalOf(Buffer.from('%PDF-1.7\nnothing else'), 'a.pdf')).toMatchObject({ kind: 'damaged', format: 'pdf' })
  })
  it('that is a truncated DOCX', async () => {
    const whole = madeDocx(['Hello'])
    expect(await refusalOf(whole.subarray(0, whole.length / 2), 'a.docx')).toMatchObject({ kind: 'damaged', format: 'docx' })
  })
  it('that is another ZIP archive', async () => {
    expect(await refusalOf(zipOf([{ name: 'a.txt', data: Buffer.from('hello') }]), 'a.zip')).toEqual({ kind: 'other-archive' })
  })
  it.each([
    ['an Excel file', zipOf([{ name: 'xl/workbook.xml', data: Buffer.from('<workbook/>') }]), 'table.xlsx', 'spreadsheet'],
    ['a binary Excel file', zipOf([{ name: 'xl/workbook.bin', data: Buffer.from([1]) }]), 'table.xlsb', 'spreadsheet'],
    ['an old Excel file', oleWith('Workbook'), 'table.xls', 'spreadsheet'],
    ['an OpenDocument table', openDocument('spreadsheet'), 'table.ods', 'spreadsheet'],
    ['a PowerPoint file', zipOf([{ name: 'ppt/presentation.xml', data: Buffer.from('<p/>') }]), 'talk.pptx', 'presentation'],
    ['an old PowerPoint file', oleWith('PowerPoint Document'), 'talk.ppt', 'presentation'],
    ['OpenDocument slides', openDocument('presentation'), 'talk.odp', 'presentation'],
    ['an old Word file with an Excel table', oleWith('WordDocument', 'Workbook'), 'letter.doc', 'old-office'],
  ])('that is %s', async (_, bytes, name, kind) => {
    expect(await refusalOf(bytes, name)).toEqual({ kind })
  })
  it('that unpacks to more than the limit, even if its directory states less', async () => {
    const bomb = bombDocx(66)
    expect(bomb.length).toBeLessThan(2 ** 20)
    expect(await refusalOf(bomb, 'a.docx')).toEqual({ kind: 'unpacks-too-large', limitBytes: 64 * 2 ** 20 })
    expect(await refusalOf(bombDocx(66, 1000), 'a.docx')).toEqual({ kind: 'unpacks-too-large', limitBytes: 64 * 2 ** 20 })
  })
})
