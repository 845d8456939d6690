/** Reasons that are also shown outside of errors. */
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
