import type { ImportProblem, LabModelProblem, TaskTrouble } from '../../../contract/errors/compare-reasons'
import type { ErrorFacts, NestedFailure } from '../../../contract/errors/errors'
import { formatCount } from '../../../text/amounts'
import { type Sentence, say } from '../../types/sentence'
import { counted, listed } from '../../words/de'

const changed = { machine: 'dieses Gerät', headroom: 'Headroom', 'model-file': 'die Modelldatei', server: 'ein Server' }

export function planRefusalText(
  reason: ErrorFacts<'compare-plan-refused'>['reason'],
  describe: (failure: NestedFailure) => string,
): Sentence {
  switch (reason.kind) {
    case 'measures-nothing':
      return say('Dieser Vergleich misst nichts.', 'Wählen Sie mindestens einen Teil.')
    case 'not-resumable':
      return say('Nur ein angehaltener oder unterbrochener Vergleich lässt sich fortsetzen.', 'Starten Sie einen neuen.')
    case 'unknown-text':
      return say(`Kein mitgelieferter Text heißt „${reason.name}“.`, 'Wählen Sie einen anderen Text.')
    case 'empty-text':
      return say(`„${reason.name}“ ist leer.`, 'Wählen Sie einen Text mit Wörtern.')
    case 'binary-text':
      return say(`„${reason.name}“ ist kein reiner Text.`, 'Speichern Sie ihn als Textdatei (UTF-8), oder wählen Sie einen anderen.')
    case 'too-many-cells':
      return say(
        `Dieser Vergleich hat ${counted(reason.cells, 'Messung', 'Messungen')}. Möglich sind höchstens ${formatCount(reason.mostCells)}.`,
        'Wählen Sie weniger Einstellungen oder weniger Tests.',
      )
    case 'changed':
      return say(
        `Geändert seit der ersten Messung: ${listed(reason.what.map((one) => changed[one]))}. Neue Werte wären nicht vergleichbar.`,
        'Starten Sie einen neuen Vergleich.',
      )
    case 'no-variant-works':
      return say('Keine der Einstellungen funktioniert mit diesem Modell.', describe(reason.failure))
    case 'reference-refused':
      return say('Die Referenz, also die erste Einstellung, funktioniert nicht.', describe(reason.failure))
  }
}

export function taskTroubleText(trouble: TaskTrouble): string {
  switch (trouble.kind) {
    case 'no-result':
      return 'Die Engine hat kein Ergebnis geliefert.'
    case 'no-single-batches':
      return 'Diese Version von node-llama-cpp kann keine einzelnen Batches messen.'
    case 'error':
      return `Der Fehler war: „${trouble.quoted}“.`
  }
}

export function importProblemText(problem: ImportProblem): Sentence {
  const another = 'Wählen Sie eine Datei, die llama-bench oder Headroom geschrieben hat.'
  switch (problem.kind) {
    case 'empty':
      return say('Die Datei ist leer.', 'Wählen Sie eine Datei, die llama-bench mit -o csv, json oder jsonl geschrieben hat.')
    case 'json-incomplete':
      return say(
        'Das JSON ist unvollständig.',
        'llama-bench schreibt die letzte Zeile am Ende. Warten Sie, bis llama-bench fertig ist, und versuchen Sie es dann erneut.',
      )
    case 'nested-too-deeply':
      return say('Die Listen sind zu tief verschachtelt.', another)
    case 'no-rows':
      return say('Die Datei hat keine Zeilen.', 'Wählen Sie eine Datei mit mindestens einem Test.')
    case 'too-many': {
      const most = formatCount(problem.most)
      if (problem.of === 'columns') return say(`Die Datei hat mehr als ${most} Spalten.`, another)
      return say(
        problem.of === 'rows' ? `Die Datei hat mehr als ${most} Zeilen oder Einträge.` : `Die Datei hat mehr als ${most} Felder.`,
        'Teilen Sie die Datei auf.',
      )
    }
    case 'line-not-json':
      return say(
        `Zeile ${formatCount(problem.line)} ist kein gültiges JSON.`,
        'Entfernen Sie die Zeile, oder exportieren Sie die Datei erneut.',
      )
    case 'line-damaged':
      return say(`Zeile ${formatCount(problem.line)} ist beschädigt: „${problem.quoted}“.`, 'Exportieren Sie die Datei erneut.')
    case 'not-a-row':
      return say(`Eintrag ${formatCount(problem.entry)} ist keine Zeile mit benannten Spalten.`, another)
    case 'columns-missing':
      return say(
        problem.columns.length === 1 ? `Die Spalte ${problem.columns.join()} fehlt.` : `Die Spalten ${listed(problem.columns)} fehlen.`,
        'Wählen Sie eine Datei, die llama-bench mit -o csv, json oder jsonl geschrieben hat.',
      )
    case 'not-a-number':
      return say(
        `In Zeile ${formatCount(problem.row)} ist ${problem.column} „${problem.found}“, und das ist keine gültige Zahl.`,
        'Schreiben Sie Zahlen ohne Vorzeichen und Einheit und mit Dezimalpunkt, zum Beispiel 12.5.',
      )
  }
}

export function labModelProblemText(problem: LabModelProblem): string {
  switch (problem.kind) {
    case 'shape':
      return 'Schichten, Heads oder Breiten fehlen oder passen nicht zusammen.'
    case 'vocabulary-missing':
      return 'Das Vokabular oder die Merges fehlen.'
    case 'architecture':
      return problem.architecture === null ? 'Die Datei nennt keine Architektur.' : `Die Architektur ist ${problem.architecture}.`
    case 'tokenizer':
      return problem.tokenizer === null
        ? 'Die Datei nennt keinen Tokenizer.'
        : `Der Tokenizer ist ${problem.tokenizer}${problem.preTokenizer === null ? '' : ` (${problem.preTokenizer})`}.`
    case 'key':
      return `Das Labor unterstützt die Angabe ${problem.key} nicht.`
    case 'tensor-unknown':
      return `Das Labor unterstützt den Tensor ${problem.tensor} nicht.`
    case 'tensor-missing':
      return `Der Tensor ${problem.tensor} fehlt.`
    case 'tensor-shape':
      return `Der Tensor ${problem.tensor} hat eine unerwartete Form.`
    case 'tensor-type':
      return `Der Tensor ${problem.tensor} hat den Typ ${problem.type}, den das Labor nicht unterstützt.`
  }
}
