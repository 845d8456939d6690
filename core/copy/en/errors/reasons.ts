/** Texts about reasons that the window also shows outside errors. */
import { downloadPauseText } from './server-reasons'

export const reasons = {
  downloadPause: downloadPauseText,
}
