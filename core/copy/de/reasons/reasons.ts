import type { reasons as english } from '../../en/reasons/reasons'
import { engineEndText, processEndText } from './process-ends'
import { downloadPauseText } from './servers'
import { settingsRefusalText } from './settings'
import { shiftRefusals } from './shift-refusals'
import { templateProblemText } from './template-problem'

export const reasons: typeof english = {
  processEnd: processEndText,
  engineEnd: engineEndText,
  templateProblem: templateProblemText,
  downloadPause: downloadPauseText,
  settingsRefusal: settingsRefusalText,
  shiftRefusals,
}
