import type { ImageSize } from '../../../contract/chat/documents'
import { formatBytes, formatCount, formatPercent } from '../../../text/amounts'
import { say } from '../../types/sentence'
import { counted, tokens } from '../../words/en'

export const documents = {
  attach: 'Attach documents or images',
  attachMeaning:
    'Text, code, HTML, PDF or Word (DOCX); PNG, JPEG or WebP images for a server whose model reads them. You can also paste files, or drop them on the window.',
  list: 'Attached documents and images',
  reading: (name: string): string => `Reading ${name}…`,
  remove: (name: string): string => `Remove ${name}`,
  counting: 'counting tokens…',
  plainCounting: 'measuring…',
  pages: (chosen: number, of: number): string =>
    chosen === of ? counted(of, 'page', 'pages') : `${formatCount(chosen)} of ${counted(of, 'page', 'pages')}`,
  /** `bytes` is null if no model is loaded. */
  cost: (count: number, bytes: number | null): string =>
    bytes === null ? tokens(count) : `${tokens(count)} · ${formatBytes(bytes)} of cache`,
  /** In the plain view. */
  length: (characters: number): string => counted(characters, 'character', 'characters'),
  share: (share: number): string =>
    share > 1 ? 'more than the memory holds' : `${share < 0.01 ? 'under 1%' : formatPercent(share)} of the memory`,
  shareMeaning: 'How much of the memory of this chat the document takes. The space stays taken in all later messages.',
  costMeaning: 'Each token of a document takes a cell of the cache, in every later turn of the conversation.',
  background: { processing: 'being processed', ready: 'in the cache' },
  backgroundMeaning: 'The model processes the document while you write, so the first answer does not have to wait for it.',
  pagesLabel: (name: string): string => `Pages of ${name}`,
  allPages: 'all pages',
  pagesHint: 'Such as 1-3, 7. Empty means all pages.',
  wrongPages: (pages: number): string => `Enter pages from 1 to ${formatCount(pages)}, such as 1-3, 7.`,
  pagesWithoutText: (pages: string, count: number): string =>
    count === 1 ? `Page ${pages} has no text and is probably a scan.` : `Pages ${pages} have no text and are probably scans.`,
  /** In a sent message, with the list of pages. */
  sentPages: (pages: string, count: number, of: number): string =>
    count === of ? counted(of, 'page', 'pages') : `${count === 1 ? 'page' : 'pages'} ${pages} of ${formatCount(of)}`,

  image: ({ width, height }: ImageSize): string => `${formatCount(width)} × ${formatCount(height)} pixels`,
  /** What a screen reader says for an image in a message. */
  named: (name: string): string => `Document ${name}`,
  imageNamed: (name: string): string => `Image ${name}`,
  imageNotes: {
    local: 'Models on this machine cannot read images. Connect to a server whose model reads them.',
    server: 'The server reports that its model does not read images.',
    unknown: 'The server does not say whether its model reads images.',
  },

  tooLong: {
    sentence: (neededTokens: number, leftTokens: number, contextTokens: number) =>
      say(
        `This message needs ${tokens(neededTokens)}; ${formatCount(leftTokens)} fit into the context of ${formatCount(contextTokens)}. Headroom never shortens a message.`,
        'Choose fewer pages, remove a document, or choose a larger context.',
      ),
    choosePages: 'Choose pages',
    noRoom: 'A larger context does not fit in this machine’s memory.',
    beyondTraining: (trainedTokens: number): string =>
      `This model was trained to read ${tokens(trainedTokens)} at most. A model with a longer context can read more.`,
    plainBeyondTraining: 'Some larger models can read more at once.',
    findModel: 'Find a larger model',
  },
}
