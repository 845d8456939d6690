import type { UnsentDocument } from '../../../core/contract/chat/unsent'
import { coded } from '../../../core/contract/errors/coded-error'
import { messageWith } from '../../../core/documents/document-frame'
import { Composer } from '../../chat/composer/composer'
import { changeComposerText } from '../../chat/conversation/composer-texts'
import { Message } from '../../chat/message'
import { appState, endlessWord, message } from '../facts'
import { connectedServer, serverFacts } from '../server-facts'
import { story } from '../story'

export default { title: 'Images' }

/** 3 × 2 red pixels. */
const red = 'iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAYAAACddGYaAAAAEklEQVR4AWI6Y2z8H4aZGJAAAAAA///qnsSoAAAABklEQVQDAH+1BpjuJVuvAAAAAElFTkSuQmCC'
const shown = { documents: { image: () => ({ mediaType: 'image/png' as const, base64: red }) } }
const lost = { documents: { image: () => Promise.reject(coded('document-not-found', {})) } }

const server = (images: boolean | null) =>
  appState({
    model: {
      status: 'server',
      server: { ...connectedServer(), facts: serverFacts({ abilities: { ...serverFacts().abilities, images } }) },
    },
  })
const unsent = (name: string): UnsentDocument => ({
  document: {
    id: name,
    name,
    mediaType: 'image/png',
    sizeBytes: 120_000,
    hasPages: false,
    pageCharacters: [0],
    image: { width: 1200, height: 800 },
  },
  pages: '',
})
const composer = (app: ReturnType<typeof appState>, ...names: string[]) =>
  story(() => <Composer />, {
    app,
    height: 320,
    host: shown,
    before: () => changeComposerText(null, { text: 'What is it?', documents: names.map(unsent) }),
  })
export const ComposerFull = composer(server(true), 'cells.png', endlessWord)
export const ComposerServerWithoutImages = composer(server(false), 'cells.png')
export const ComposerUnknown = composer(server(null), 'cells.png')
export const ComposerLocal = composer(appState(), 'cells.png')

const sent = messageWith(
  [
    { name: 'cells.png', mediaType: 'image/png', sizeBytes: 120_000, image: { id: 'one', width: 1200, height: 800 } },
    { name: 'tall.png', mediaType: 'image/png', sizeBytes: 120_000, image: { id: 'two', width: 100, height: 4000 } },
  ],
  'What is it?',
)
const inMessage = (host: typeof shown | typeof lost) =>
  story(() => <Message message={message(sent)} position={1} of={1} />, { app: server(true), height: 760, host })
export const MessageFull = inMessage(shown)
export const MessageError = inMessage(lost)
