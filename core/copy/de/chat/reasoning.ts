import { formatBytes, formatMs } from '../../../text/amounts'
import type { reasoning as english } from '../../en/chat/reasoning'
import { tokens } from '../../words/de'

export const reasoning: typeof english = {
  title: 'Überlegungen',
  thinking: 'Überlegt …',
  answerNow: 'Jetzt antworten',
  cost: (count, ms, bytes) =>
    [tokens(count), ...(ms > 0 ? [formatMs(ms)] : []), ...(bytes === null ? [] : [`${formatBytes(bytes)} Cache`])].join(' · '),
  costMeaning: 'Jedes Token der Überlegungen belegt eine Zelle des Caches, bis der Prompt die Überlegungen weglässt.',

  toggle: 'Überlegen',
  toggleMeaning: 'Das Modell schreibt seine Überlegungen auf, bevor es antwortet. Das kostet Zeit und Zellen.',
}
