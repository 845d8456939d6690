import type { Writers } from '../../types/sentence'
import { apiSentences } from './api'
import { appSentences } from './app'
import { compareSentences } from './compare'
import { engineSentences } from './engine'
import { fleetSentences } from './fleet'
import { importSentences } from './imports'
import { inferenceServerSentences } from './inference-servers'
import { librarySentences } from './library'
import { modelSentences } from './model'
import { presetSentences } from './presets'
import { serverSentences } from './servers'
import { storeSentences } from './store'

export const errors: Writers = {
  ...modelSentences,
  ...librarySentences,
  ...engineSentences,
  ...importSentences,
  ...fleetSentences,
  ...presetSentences,
  ...serverSentences,
  ...inferenceServerSentences,
  ...storeSentences,
  ...compareSentences,
  ...appSentences,
  ...apiSentences,
}
