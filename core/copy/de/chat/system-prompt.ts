import { formatCount } from '../../../text/amounts'
import type { systemPrompt as english } from '../../en/chat/system-prompt'
import { say } from '../../types/sentence'

export const systemPrompt: typeof english = {
  line: (text, isUnsaved) => `System-Prompt: ${text === '' ? 'keiner' : text}${isUnsaved ? ' (ab der nächsten Nachricht)' : ''}`,
  plainLine: (text, isUnsaved) =>
    `System-Prompt (Anweisungen an das Modell): ${text === '' ? 'keiner' : text}${isUnsaved ? ' (ab der nächsten Nachricht)' : ''}`,
  label: 'System-Prompt',
  placeholder: 'Was das Modell wissen und wie es sich verhalten soll',
  tooLong: (characters, limit) =>
    say(
      `Der System-Prompt hat ${formatCount(characters)} Zeichen; erlaubt sind höchstens ${formatCount(limit)}.`,
      'Kürzen Sie ihn, oder brechen Sie die Änderung ab.',
    ),
  scope: 'Gilt für diese Unterhaltung.',
  changeCost:
    'Nach einer Änderung verarbeitet das Modell die ganze Unterhaltung erneut, weil jede spätere Zelle vom System-Prompt abhängt.',
  plainChangeCost: 'Nach einer Änderung muss das Modell die ganze Unterhaltung noch einmal lesen.',
  cancel: 'Abbrechen',
  set: 'Übernehmen',
}
