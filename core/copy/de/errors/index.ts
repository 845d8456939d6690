import type { Writers } from '../../types/sentence'
import { appSentences } from './app'
import { compareSentences } from './compare'
import { engineSentences } from './engine'
import { librarySentences } from './library'
import { modelSentences } from './model'
import { storeSentences } from './store'

export const errors: Writers = {
  ...modelSentences,
  ...librarySentences,
  ...engineSentences,
  ...storeSentences,
  ...compareSentences,
  ...appSentences,
}
