import type { cache as english } from '../../en/cache/cache'
import { anatomy } from './anatomy'
import { card } from './card'
import { contents, gauge, kinds, legend, map, sequences } from './cells'
import { context } from './context'
import { store } from './store'
import { firstTokens, gaps } from './turns'

export const cache: typeof english = {
  lab: 'Ansehen, was ein Modell vergisst, wenn sein Gedächtnis zu klein ist',
  absent: {
    loading: 'Der Cache wird angelegt, sobald die Gewichte geladen sind.',
    engineGone: 'Der Cache ging verloren, als die Engine endete. Laden Sie das Modell erneut, um einen neuen anzulegen.',
    notLoaded: 'Es gibt keinen Cache, weil das Modell nicht geladen werden konnte.',
    noModel: 'Der Cache erscheint hier, sobald ein Modell geladen ist.',
  },
  owners: {
    conversation: (title) => (title === undefined ? 'Eine gelöschte Unterhaltung' : `Die Unterhaltung „${title}“`),
    request: (client) => (client === null ? 'Eine Anfrage an den API-Server' : `Eine Anfrage von ${client}`),
  },
  otherConversation(owner, sequences, isNew) {
    const held =
      sequences > 1
        ? `Andere Unterhaltungen oder Anfragen belegen alle ${sequences} Sequenzen. ${owner} belegt die erste.`
        : `${owner} belegt die Zellen.`
    const takes = sequences > 1 ? 'bekommt die Sequenz, die am wenigsten wert ist' : 'tritt an ihre Stelle'
    return isNew
      ? `${held} Die erste Nachricht hier ${takes}.`
      : `${held} Wird diese Unterhaltung fortgesetzt, kommt ihr Cache vom Datenträger, falls er gespeichert wurde; sonst verarbeitet das Modell ihren Prompt noch einmal.`
  },
  card,
  kinds,
  contents,
  gauge,
  map,
  legend,
  sequences,
  context,
  anatomy,
  store,
  firstTokens,
  gaps,
}
