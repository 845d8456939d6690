import type { ErrorFacts, NestedFailure } from '../../../contract/errors/errors'
import type { DraftRefusal } from '../../../contract/errors/settings-reasons'
import { formatBytes, formatCount } from '../../../text/amounts'
import { fileNameOf } from '../../../text/file-path'
import { type Sentence, say, type Writers } from '../../types/sentence'
import { listed } from '../../words/de'
import { documentRefused, imagesRefused } from '../reasons/documents'
import { grammarProblemText, schemaRefusalText } from '../reasons/grammar'
import { engineEndText } from '../reasons/process-ends'
import { vocabularyDifferenceText } from '../reasons/settings'
import { shiftRefusals } from '../reasons/shift-refusals'
import { templateProblemText } from '../reasons/template-problem'

const speculationOff = 'Schalten Sie die Spekulation in den Einstellungen aus.'

function draftRefused(name: string, reason: DraftRefusal): Sentence {
  const family = 'Wählen Sie ein kleineres Modell derselben Familie.'
  switch (reason.kind) {
    case 'none-chosen':
      return say(
        'Es ist kein Entwurfsmodell gewählt.',
        'Wählen Sie ein kleineres Modell derselben Familie oder eine andere Art der Spekulation.',
      )
    case 'recurrent-state':
      return say(
        `${name} kann keine Entwürfe schreiben, denn sein rekurrenter Zustand kann nicht hinter ein verworfenes Token zurück.`,
        family,
      )
    case 'other-bindings':
      return say(
        `${name} kann keine Entwürfe schreiben, denn dieser Version von node-llama-cpp fehlt ein Teil, der dafür nötig ist.`,
        speculationOff,
      )
    case 'other-vocabulary':
      return say(
        `${name} kann keine Entwürfe schreiben, denn es hat ein anderes Vokabular. ${vocabularyDifferenceText(reason.difference)}`,
        family,
      )
  }
}

function draftLoadFailed(
  name: string,
  reason: ErrorFacts<'draft-load-failed'>['reason'],
  describe: (failure: NestedFailure) => string,
): string {
  switch (reason.kind) {
    case 'header-unreadable':
      return `${name} lässt sich nicht als Entwurfsmodell laden, weil der Header beschädigt ist.`
    case 'failure':
      return `${name} lässt sich nicht als Entwurfsmodell laden. ${describe(reason.failure)}`
    case 'llama.cpp':
      return `llama.cpp konnte ${name} nicht als Entwurfsmodell laden. Es meldet: „${reason.quoted}“.`
  }
}

export const engineSentences = {
  'engine-gone': ({ reason }) =>
    say(
      `Die Engine wurde beendet. ${engineEndText(reason)}`,
      'Ihre Unterhaltungen sind gespeichert. Laden Sie das Modell erneut, um fortzufahren.',
    ),
  'not-connected': () =>
    say(
      'Es besteht keine Verbindung zu Headroom.',
      'Headroom versucht weiter, sich zu verbinden. Versuchen Sie es erneut, oder starten Sie es neu.',
    ),
  'link-outdated': () =>
    say(
      'Headroom wurde neu gestartet, seit Sie diesen Tab geöffnet haben.',
      'Öffnen Sie den Link, den es beim Start ausgegeben hat, und schließen Sie diesen Tab. Nichts Gesendetes ist verloren.',
    ),
  'engine-start-failed': ({ reason }) =>
    say(
      `Die Engine konnte nicht starten. ${engineEndText(reason)}`,
      'Versuchen Sie es erneut. Wenn es wieder fehlschlägt, wählen Sie in den Einstellungen das CPU-Backend.',
    ),
  'vc-runtime-missing': ({ libraries }) =>
    say(
      `Headroom braucht die Microsoft-Visual-C++-Laufzeit, aber Windows findet ${listed(libraries)} nicht.`,
      'Installieren Sie das Microsoft Visual C++ Redistributable (https://aka.ms/vs/17/release/vc_redist.x64.exe), und starten Sie Headroom dann erneut.',
    ),
  'model-load-failed': ({ path, quoted }) =>
    say(
      `llama.cpp konnte ${fileNameOf(path)} nicht laden. Es meldet: „${quoted}“.`,
      'Die Datei ist vielleicht beschädigt oder zu neu für diese Version. Laden Sie sie erneut herunter, oder wählen Sie ein anderes Modell.',
    ),
  'context-failed': ({ reason }) =>
    say(
      reason.kind === 'not-enough-memory'
        ? `llama.cpp hat nicht genug Speicher für einen Kontext von ${formatCount(reason.contextTokens)} Tokens.`
        : `llama.cpp konnte den Kontext nicht anlegen. Es meldet: „${reason.quoted}“.`,
      'Wählen Sie einen kleineren Kontext oder kleinere K- und V-Typen.',
    ),
  'no-model-loaded': () => say('Es ist kein Modell geladen.', 'Wählen Sie zuerst ein Modell.'),

  'empty-message': () => say('Die Nachricht ist leer.', 'Schreiben Sie zuerst eine Nachricht.'),
  'message-too-long': ({ characters, limitCharacters }) =>
    say(
      `Diese Nachricht hat ${formatCount(characters)} Zeichen. Erlaubt sind höchstens ${formatCount(limitCharacters)}.`,
      'Kürzen Sie sie, oder senden Sie sie in Teilen.',
    ),
  'conversation-busy': () =>
    say('Das Modell antwortet in dieser Unterhaltung noch.', 'Warten Sie die Antwort ab, oder stoppen Sie sie zuerst.'),
  'answer-has-ended': () =>
    say(
      'Diese Antwort ist vollständig und lässt sich nicht fortsetzen.',
      'Bitten Sie in einer neuen Nachricht um mehr, oder generieren Sie die Antwort neu.',
    ),
  'answer-not-editable': () =>
    say(
      'Eine Antwort, die Werkzeuge aufruft oder keinen Text hat, lässt sich nicht bearbeiten.',
      'Bearbeiten Sie eine andere Antwort, oder generieren Sie diese neu.',
    ),
  'answers-refused': ({ reason, answers, sequences }) =>
    reason === 'too-few-sequences'
      ? say(
          `${formatCount(answers)} Antworten auf einmal brauchen ebenso viele Sequenzen, und der Kontext hat nur ${formatCount(sequences)}.`,
          `Stellen Sie in den Einstellungen die Sequenzen auf ${formatCount(answers)}, oder fordern Sie weniger Antworten an.`,
        )
      : say(
          'Bei Temperatur 0 wären alle Antworten gleich.',
          'Erhöhen Sie die Temperatur in den Einstellungen, oder fordern Sie eine einzige Antwort an.',
        ),
  'bias-token-unknown': ({ token, vocabularyTokens }) =>
    say(
      `Der Logit-Bias nennt das Token #${token}, aber die IDs der Tokens dieses Modells enden bei ${vocabularyTokens - 1}.`,
      'Korrigieren Sie die ID unter Logit-Bias in den Einstellungen, oder geben Sie stattdessen den Text des Tokens an.',
    ),
  'token-unknown': ({ token, vocabularyTokens }) =>
    say(
      `Der Prompt enthält das Token #${token}, aber die IDs der Tokens dieses Modells enden bei ${vocabularyTokens - 1}.`,
      'Senden Sie nur Tokens dieses Modells, oder senden Sie Text.',
    ),
  'speculation-refused': ({ reason }) =>
    say(
      reason === 'recurrent-state'
        ? 'Der rekurrente Zustand dieses Modells kann nicht hinter ein verworfenes Token zurück.'
        : 'Dieser Version von node-llama-cpp fehlt ein Teil, den die Spekulation braucht.',
      speculationOff,
    ),
  'schema-refused': (facts) => say(`Das JSON-Schema kann keine Antwort binden. ${schemaRefusalText(facts)}`, 'Ändern Sie das Schema.'),
  'grammar-invalid': (facts) => say(grammarProblemText(facts), 'Ändern Sie die Grammatik.'),
  'draft-refused': ({ name, reason }) => draftRefused(name, reason),
  'draft-larger-than-memory': ({ name, neededBytes, freeBytes }) =>
    say(
      `${name} braucht als Entwurfsmodell ${formatBytes(neededBytes)}. Frei sind ${formatBytes(freeBytes)}.`,
      'Wählen Sie ein kleineres Entwurfsmodell oder einen kürzeren Kontext.',
    ),
  'draft-load-failed': ({ name, reason }, describe) =>
    say(draftLoadFailed(name, reason, describe), 'Wählen Sie ein anderes Entwurfsmodell, oder laden Sie dieses erneut herunter.'),
  'cells-not-copied': ({ reason }) =>
    say(
      reason.kind === 'tokens-missing'
        ? `Die Zellen des Prompts ließen sich nicht in die anderen Sequenzen kopieren. Nur ${formatCount(reason.arrivedTokens)} von ${formatCount(reason.expectedTokens)} Tokens kamen an.`
        : `Die Zellen des Prompts ließen sich nicht in die anderen Sequenzen kopieren. Der Fehler war: „${reason.quoted}“.`,
      'Schaffen Sie auf dem Datenträger Platz für temporäre Dateien, oder fordern Sie eine einzige Antwort an.',
    ),
  'document-refused': ({ name, reason }) => documentRefused(name, reason),
  'images-refused': ({ model, reason }) => imagesRefused(model, reason),
  'document-not-found': () =>
    say(
      'Dieses Dokument ist nicht mehr im Speicher: Headroom behält angehängte Dokumente nur, bis Sie es schließen oder neuere den Platz brauchen.',
      'Entfernen Sie es, und hängen Sie die Datei erneut an.',
    ),
  'text-piece-too-long': ({ characters, limitCharacters }) =>
    say(
      `Der Text hat ${formatCount(characters)} Zeichen. Auf einmal lassen sich höchstens ${formatCount(limitCharacters)} zählen.`,
      'Zählen Sie ihn in Teilen.',
    ),
  'prompt-too-long': ({ promptTokens, contextTokens, isLimitOfRequest }) =>
    isLimitOfRequest
      ? say(
          `Die Unterhaltung ist ${formatCount(promptTokens)} Tokens lang, aber num_ctx in der Anfrage ist ${formatCount(contextTokens)}.`,
          'Kürzen Sie sie, oder senden Sie ein größeres num_ctx.',
        )
      : say(
          `Die Unterhaltung ist ${formatCount(promptTokens)} Tokens lang, und in den Kontext passen ${formatCount(contextTokens)}.`,
          'Kürzen Sie sie, oder laden Sie das Modell mit einem größeren Kontext. Ein Chat in Headroom kann auch seine ältesten Turns weglassen: siehe „Wenn der Kontext voll ist“ in den Einstellungen.',
        ),
  'summary-failed': ({ reason }) =>
    reason === 'no-room'
      ? say('Der Kontext ist zu klein, um diese Unterhaltung zusammenzufassen.', 'Wählen Sie in den Einstellungen einen größeren Kontext.')
      : say(
          reason === 'empty'
            ? 'Das Modell hat eine leere Zusammenfassung geschrieben.'
            : 'Die Zusammenfassung wurde unterbrochen, weil das Modell einen neuen Kontext bekam.',
          'Versuchen Sie es noch einmal, oder beginnen Sie eine neue Unterhaltung ohne Zusammenfassung.',
        ),
  'overflow-refused': ({ reason }) =>
    say(
      `Dieses Modell kann nicht nur die ersten und die letzten Tokens behalten. ${shiftRefusals[reason]}`,
      'Wählen Sie unter „Wenn der Kontext voll ist“ „Die Antwort endet“ oder „Die ältesten Turns fallen weg“.',
    ),
  'overflow-no-room': ({ stayingTokens, contextTokens, mostTokens }) =>
    say(
      `In einem Kontext von ${formatCount(contextTokens)} Tokens muss ein Achtel frei bleiben, deshalb passen ${formatCount(stayingTokens)} erste und letzte Tokens nicht.`,
      `Behalten Sie zusammen höchstens ${formatCount(mostTokens)} erste und letzte Tokens, oder wählen Sie in den Einstellungen einen größeren Kontext.`,
    ),
  'template-failed': ({ reason }) =>
    say(
      `Das Chat-Template lässt sich nicht verwenden. ${templateProblemText(reason)}`,
      'Entfernen Sie den System-Prompt, beginnen Sie eine neue Unterhaltung, oder geben Sie dem Modell ein anderes Template (mit Details für Fachleute: Modelle, Mehr, Chat-Template).',
    ),
  'tools-refused': ({ reason }) => {
    switch (reason.kind) {
      case 'control-token':
        return say(
          `Die Definition des Tools „${reason.tool}“ enthält ein Steuertoken dieses Modells. Sie könnte also ändern, wie das Modell den Prompt liest.`,
          'Schalten Sie das Tool aus.',
        )
      case 'unknown-tool':
        return say(`Die Tool-Wahl nennt „${reason.tool}“, aber diese Unterhaltung hat kein solches Tool.`, 'Ändern Sie die Tool-Wahl.')
      case 'template-without-tools':
        return say(
          'Das Chat-Template dieses Modells nimmt keine Tools an.',
          'Schalten Sie die Tools aus, oder wählen Sie ein Modell, das Tools aufrufen kann.',
        )
      case 'template-without-calls':
        return say(
          'Das Chat-Template dieses Modells zeigt nicht, wie das Modell Tool-Aufrufe schreibt.',
          'Wählen Sie ein Modell, das Tools aufrufen kann, oder stellen Sie die Tool-Wahl auf „automatisch“.',
        )
      case 'calls-not-bindable':
        return say(
          'Eine Grammatik kann nicht ausdrücken, wie dieses Modell Tool-Aufrufe schreibt. Deshalb lässt sich kein Aufruf erzwingen.',
          'Stellen Sie die Tool-Wahl auf „automatisch“ oder „keine“.',
        )
      case 'call-and-grammar':
        return say(
          'Die Antwort muss zu einem Schema oder einer Grammatik passen, und die Tool-Wahl verlangt einen Aufruf. Beides zugleich geht nicht.',
          'Stellen Sie die Tool-Wahl auf „automatisch“, oder entfernen Sie das Schema oder die Grammatik.',
        )
    }
  },
  'tools-invalid': ({ reason }) =>
    say(
      `Die Liste der Tools lässt sich nicht verwenden. ${invalidTools(reason)}`,
      'Verwenden Sie eine Liste von Tools, wie OpenAI oder das Model Context Protocol sie definiert.',
    ),
  'server-not-saved': () => say('Dieser Server steht nicht in der Liste.', 'Vielleicht wurde er entfernt. Fügen Sie ihn wieder hinzu.'),
  'server-lacks-feature': ({ feature }) =>
    feature === 'gbnf-grammar'
      ? say(
          'In den Einstellungen steht eine GBNF-Grammatik, die Headroom nicht an Server sendet.',
          'Verwenden Sie ein JSON-Schema, oder entfernen Sie die Grammatik.',
        )
      : say(
          'Dieser Server kann eine Antwort nicht fortsetzen.',
          'Bitten Sie in einer neuen Nachricht um mehr, oder erzeugen Sie die Antwort neu.',
        ),
  'generation-failed': ({ quoted }) =>
    say(
      `llama.cpp hat beim Erzeugen der Antwort angehalten. Es meldet: „${quoted}“.`,
      'Versuchen Sie es erneut. Wenn es wieder fehlschlägt, laden Sie das Modell erneut.',
    ),
  'older-failure': ({ stored, quoted }) =>
    say(
      `Eine ältere Version von Headroom hat diesen Fehler gespeichert: ${quoted === '' ? '' : `„${quoted}“ `}(${stored}).`,
      'Versuchen Sie dasselbe erneut, wenn Sie es noch brauchen.',
    ),
} satisfies Partial<Writers>

function invalidTools(reason: ErrorFacts<'tools-invalid'>['reason']): string {
  switch (reason.kind) {
    case 'not-json':
      return 'Die Datei enthält kein gültiges JSON.'
    case 'not-a-list':
      return 'Die Datei enthält keine Liste.'
    case 'tool':
      return `Name, Beschreibung oder Schema von Tool ${formatCount(reason.number)}${reason.name === null ? '' : ` („${reason.name}“)`} lässt sich nicht verwenden.`
    case 'name-twice':
      return `Zwei Tools heißen „${reason.name}“.`
    case 'too-many':
      return `Sie hat ${formatCount(reason.tools)} Tools; ein Prompt nimmt höchstens ${formatCount(reason.mostTools)} auf.`
  }
}
