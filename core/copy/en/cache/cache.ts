import { anatomy } from './anatomy'
import { card } from './card'
import { contents, gauge, kinds, legend, map, sequences } from './cells'
import { context } from './context'
import { store } from './store'
import { firstTokens, gaps } from './turns'

export const cache = {
  lab: 'See what a model forgets when its memory is too small',
  absent: {
    loading: 'The cache is created once the weights are loaded.',
    engineGone: 'The cache was lost when the engine stopped. Load the model again to create a new one.',
    notLoaded: 'No cache exists because the model could not be loaded.',
    noModel: 'The cache appears here once a model is loaded.',
  },
  /** A title can end with a period, so an owner never ends a sentence. */
  owners: {
    /** `title` is undefined for a deleted conversation. */
    conversation: (title: string | undefined): string => (title === undefined ? 'A deleted conversation' : `The conversation “${title}”`),
    /** null for an unknown client. */
    request: (client: string | null): string => (client === null ? 'A request to the API server' : `A request from ${client}`),
  },
  /** `isNew` is true if the open conversation has no messages. */
  otherConversation(owner: string, sequences: number, isNew: boolean): string {
    const held =
      sequences > 1
        ? `Other conversations or requests use all ${sequences} sequences. ${owner} is using the first one.`
        : `${owner} is using the cells.`
    const takes = sequences > 1 ? 'takes the sequence that is worth least' : 'takes its place'
    return isNew
      ? `${held} Your first message here ${takes}.`
      : `${held} When you continue this conversation, its cache is restored from the disk if it was saved; otherwise the model processes its prompt again.`
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
