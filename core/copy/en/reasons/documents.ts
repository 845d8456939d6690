import type { DocumentProblem } from '../../../contract/errors/document-reasons'
import type { ErrorFacts } from '../../../contract/errors/errors'
import { formatBytes, formatCount } from '../../../text/amounts'
import { say } from '../../types/sentence'
import { counted } from '../../words/en'
import { processEndText } from './process-ends'

const formats = { pdf: 'PDF', docx: 'Word (DOCX)', html: 'HTML' } as const
const choose = 'Choose another file.'

export function imagesRefused(model: string, reason: ErrorFacts<'images-refused'>['reason']) {
  switch (reason.kind) {
    case 'local-model':
      return say(
        `${model} runs on this machine, where models cannot read images. The message or an earlier one in this conversation has an image.`,
        'Connect to a server whose model reads images (under Models), remove the image, or start a new conversation.',
      )
    case 'server-model':
      return say(
        `The server reports that ${model} does not read images. The message or an earlier one in this conversation has an image.`,
        'Choose another model of the server, remove the image, or start a new conversation.',
      )
    case 'missing':
      return say(
        'An image of this conversation is lost, probably because the database was damaged.',
        'Start a new conversation, and attach the image again.',
      )
    case 'too-large':
      return say(
        `The images of this conversation total ${formatBytes(reason.sizeBytes)}. The limit for a prompt is ${formatBytes(reason.limitBytes)}.`,
        'Remove an image, or start a new conversation.',
      )
  }
}

export function documentRefused(name: string, reason: DocumentProblem) {
  switch (reason.kind) {
    case 'empty':
      return say(`${name} is empty (0 bytes).`, choose)
    case 'model':
      return say(
        `${name} is a model file (GGUF), not a document. If it is a projector (mmproj), Headroom cannot use it: only models on servers can read images.`,
        'To open a model, drop it on the window, or choose it under Models.',
      )
    case 'encrypted':
      return say(`${name} is protected by a password.`, 'Save a copy without the password, and attach the copy.')
    case 'binary':
      return say(`${name} is not text. Headroom reads text, code, HTML, PDF and Word (DOCX) files.`, choose)
    case 'not-utf8':
      return say(`${name} is text in an encoding other than UTF-8 and UTF-16.`, 'Save it as UTF-8, and attach it again.')
    case 'picture':
      return say(
        `${name} is an image that Headroom cannot attach here.`,
        'Attach it as PNG, JPEG or WebP, in the window or with chat --image.',
      )
    case 'heic':
      return say(`${name} is a HEIC picture, which Headroom cannot read.`, 'Save it as JPEG, and attach that file.')
    case 'not-image':
      return say(`${name} is not a PNG, JPEG or WebP image.`, 'Save it as PNG or JPEG; for a document, use --document.')
    case 'image-damaged':
      return say(`${name} is a damaged or incomplete image.`, 'Open it in another program, save it as PNG or JPEG, and attach it again.')
    case 'image-too-large':
      return say(
        `${name} is larger than ${formatBytes(reason.limitBytes)}, the limit for an image.`,
        'Make it smaller, or save it as JPEG, and attach it again.',
      )
    case 'rich-text':
      return say(`${name} is an RTF file, which Headroom cannot read.`, 'Save it as DOCX, PDF or plain text, and attach that file.')
    case 'old-office':
      return say(
        `${name} is in an old Office format, or it is protected by a password. Headroom cannot read it.`,
        'Save it as DOCX or PDF without a password, and attach that file.',
      )
    case 'other-archive':
      return say(`${name} is a ZIP archive, but not a Word document (DOCX).`, 'Unpack it, or export it as PDF, and attach the text.')
    case 'spreadsheet':
      return say(
        `Headroom cannot read Excel files and other spreadsheets yet, such as ${name}.`,
        'In Excel, save it as CSV or PDF, and attach that file.',
      )
    case 'presentation':
      return say(`Headroom cannot read presentations yet, such as ${name}.`, 'In PowerPoint, save it as PDF, and attach that file.')
    case 'too-many':
      return say(
        `${name} was not attached. A message can have at most ${formatCount(reason.limit)} documents.`,
        'Remove a document, or send the message first.',
      )
    case 'too-large':
      return say(
        `${name} is larger than ${formatBytes(reason.limitBytes)}, the limit for a document.`,
        'Split it, and attach the part that you need.',
      )
    case 'unpacks-too-large':
      return say(`${name} unpacks to more than ${formatBytes(reason.limitBytes)}, so Headroom did not read it.`, choose)
    case 'too-much-text':
      return say(
        `${name} has ${formatCount(reason.characters)} characters of text; the limit is ${formatCount(reason.limitCharacters)}.`,
        'Split it, and attach the part that you need.',
      )
    case 'not-this-format':
      return say(
        `${name} is not a ${formats[reason.format]} file, despite its name.`,
        'Open it in the program that wrote it, and save it again.',
      )
    case 'damaged':
      return say(
        `${name} is damaged or incomplete. The reader for ${formats[reason.format]} reports: “${reason.quoted}”.`,
        'Get the file again, or open it in another program and save it again.',
      )
    case 'no-text':
      return reason.pages === null
        ? say(`${name} has no text.`, choose)
        : say(
            `${name} has ${counted(reason.pages, 'page', 'pages')} without text, probably ${reason.pages === 1 ? 'a scan' : 'scans'}. Headroom cannot read scans.`,
            'Use a program that recognizes text (OCR) first, and attach its result.',
          )
    case 'no-such-pages':
      return say(
        `The list of pages does not match ${name}, which has ${counted(reason.pages, 'page', 'pages')}.`,
        'Write a list such as “1-3, 7”, or leave the field empty for all pages.',
      )
    case 'timeout':
      return say(
        `Reading ${name} took longer than ${formatCount(reason.seconds)} s and was stopped.`,
        'Split the file, or save it in a simpler format.',
      )
    case 'memory':
      return say(
        `Reading ${name} needed more than ${formatCount(reason.mebibytes)} MiB of memory and was stopped.`,
        'Split the file, or save it in a simpler format.',
      )
    case 'process-ended':
      return say(
        `The process that read ${name} ended. ${processEndText(reason.end)}`,
        'Save the file in a simpler format, such as plain text.',
      )
  }
}
