import { HelpDialogs } from '../../app/help/help-dialogs'
import { ModelBar } from '../../app/model-bar'
import { Palette } from '../../app/palette/palette'
import { RemovedToast } from '../../app/toasts'
import { Trouble } from '../../app/trouble'
import { conversationStore } from '../../chat/conversation/conversation-store'
import { windowStore } from '../../window/window-store'
import { appState, conversation, endlessWord, failed, loading, modelFile, ready } from '../facts'
import { connectedServer } from '../server-facts'
import { story } from '../story'

export default { title: 'App' }

const bar = { height: 60 }
export const ModelBarEmpty = story(() => <ModelBar />, { ...bar, app: appState({ model: { status: 'none' } }) })
export const ModelBarLoading = story(() => <ModelBar />, { ...bar, app: appState({ model: loading() }) })
export const ModelBarFull = story(() => <ModelBar />, { ...bar, app: appState() })
export const ModelBarFallbackTemplate = story(() => <ModelBar />, {
  ...bar,
  app: appState({
    model: ready(modelFile({ hasChatTemplate: false }), { chatTemplate: { source: 'fallback', name: 'ChatML', abilities: null } }),
  }),
})
export const ModelBarError = story(() => <ModelBar />, { ...bar, app: appState({ model: failed }) })
export const ModelBarOverflowing = story(() => <ModelBar />, {
  ...bar,
  width: 420,
  app: appState({ model: loading(modelFile({ name: endlessWord })) }),
})

export const TroubleEmpty = story(() => <Trouble />, { app: appState() })
export const TroubleEngineGone = story(() => <Trouble />, {
  app: appState({
    engine: { status: 'gone', reason: { kind: 'signal', signal: 'SIGKILL', quoted: null }, deaths: 3, offerSafeSettings: true },
    model: { ...failed, failure: { code: 'engine-gone', facts: { reason: { kind: 'signal', signal: 'SIGKILL', quoted: null } } } },
  }),
  host: { restartEngine: () => ({}) },
})
export const TroubleServerGone = story(() => <Trouble />, {
  app: appState({
    model: {
      status: 'failed',
      file: null,
      settings: null,
      server: connectedServer(),
      failure: { code: 'engine-gone', facts: { reason: { kind: 'signal', signal: 'SIGKILL', quoted: null } } },
    },
  }),
  host: { servers: { connect: () => ({}) } },
})
export const TroubleNoConnection = story(() => <Trouble />, { app: appState(), away: { code: 'not-connected', facts: {} } })
export const TroubleOverflowing = story(() => <Trouble />, {
  app: appState({
    model: failed,
    storeTrouble: { code: 'disk-full', facts: { path: `/${endlessWord}` } },
    notices: Array.from({ length: 8 }, (_, at) => ({
      id: `${at}`,
      at,
      code: 'turn-interrupted' as const,
      facts: { answers: at + 1 },
      report: null,
    })),
  }),
})
export const RemovedOverflowing = story(() => <RemovedToast />, {
  height: 120,
  before: () => conversationStore.setState({ removed: [conversation({ title: endlessWord })] }),
})

const openPalette = () => windowStore.setState({ paletteOpen: true })
export const PaletteEmpty = story(() => <Palette />, { height: 600, app: appState({ model: { status: 'none' } }), before: openPalette })
export const PaletteFull = story(() => <Palette />, {
  height: 600,
  app: appState(),
  before: () => {
    conversationStore.setState({ list: [conversation({ title: 'Why is the sky blue?' })] })
    openPalette()
  },
})
export const PaletteOverflowing = story(() => <Palette />, {
  width: 420,
  height: 600,
  app: appState(),
  before: () => {
    conversationStore.setState({
      list: Array.from({ length: 40 }, (_, at) => conversation({ id: `c${at}`, title: `${at} ${endlessWord}` })),
    })
    openPalette()
  },
})

const help = (shown: 'first-steps' | 'terms' | 'about') =>
  story(
    () => (
      <>
        <ModelBar />
        <HelpDialogs />
      </>
    ),
    { height: 700, app: appState(), before: () => windowStore.setState({ help: shown }) },
  )
export const HelpFirstSteps = help('first-steps')
export const HelpTerms = help('terms')
export const HelpAbout = help('about')
