/** Texts about reasons that are shown outside errors too. Each is a sentence. */
import { engineEndText, processEndText } from './process-ends'
import { downloadPauseText } from './servers'
import { settingsRefusalText } from './settings'
import { shiftRefusals } from './shift-refusals'
import { templateProblemText } from './template-problem'

export const reasons = {
  processEnd: processEndText,
  engineEnd: engineEndText,
  templateProblem: templateProblemText,
  downloadPause: downloadPauseText,
  settingsRefusal: settingsRefusalText,
  shiftRefusals,
}
