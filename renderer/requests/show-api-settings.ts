import { copy } from '../../core/copy/copy'
import { focusWhenShown } from '../window/focus-soon'
import { showScreen } from '../window/window-store'

/** Shows the switch of the API server, which the plain view folds away. */
export function showApiSettings(): void {
  showScreen('preferences')
  focusWhenShown(`main [aria-label="${CSS.escape(copy.preferences.api.switch)}"]`)
}
