import type { Writers } from '../../types/sentence'
import { appSentences } from './app'
import { compareSentences } from './compare'
import { engineSentences } from './engine'
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
  ...presetSentences,
  ...serverSentences,
  ...inferenceServerSentences,
  ...storeSentences,
  ...compareSentences,
  ...appSentences,
}
