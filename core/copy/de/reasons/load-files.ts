import type { LoadFileProblem } from '../../../contract/errors/compare-reasons'
import { formatCount } from '../../../text/amounts'
import { type Sentence, say } from '../../types/sentence'

export function loadFileProblemText(problem: LoadFileProblem): Sentence {
  switch (problem.kind) {
    case 'empty':
      return say('Die Datei ist leer.', 'Wählen Sie eine andere Datei.')
    case 'json-incomplete':
      return say('Das JSON ist unvollständig oder ungültig.', 'Exportieren Sie die Datei erneut.')
    case 'no-entries':
      return say('Die Datei hat keinen Eintrag, der gesendet werden kann.', 'Wählen Sie eine Aufzeichnung mit mindestens einem Prompt.')
    case 'not-results':
      return say(
        'Die Datei hat keine Ergebnisse, die Headroom kennt.',
        'Wählen Sie eine Datei von headroom bench --url -o json, vllm bench serve --save-result oder llama-bench -o json.',
      )
    case 'too-many':
      return say(`Die Datei hat mehr als ${formatCount(problem.most)} Einträge.`, 'Teilen Sie die Datei auf.')
    case 'line-not-json':
      return say(
        `Zeile ${formatCount(problem.line)} ist kein gültiges JSON.`,
        'Entfernen Sie die Zeile, oder exportieren Sie die Datei erneut.',
      )
    case 'entry-without-prompt':
      return say(
        `Eintrag ${formatCount(problem.entry)} hat keinen Prompt.`,
        'Geben Sie in jedem Eintrag prompt_tokens, prompt, messages oder conversations an.',
      )
    case 'not-a-number':
      return say(
        `In Eintrag ${formatCount(problem.entry)} ist ${problem.field} „${problem.found}“, und das ist nicht erlaubt.`,
        'Verwenden Sie ganze Zahlen von Token ab 1, Zeiten in Millisekunden ab 0 und Anteile von 0 bis 1.',
      )
  }
}
