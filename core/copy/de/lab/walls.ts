import { gateSetup, heldOut, wallsSetup } from '../../../lab/experiments/setups'
import type { walls as english } from '../../en/lab/walls'
import { counted, tokens } from '../../words/de'
import { measures } from './measures'

const seen = measures.modes['query-aware']

export const walls: typeof english = {
  cards: {
    'both-walls': {
      title: 'Beide Mauern',
      question:
        'Taugt ein Verdrängungsverfahren für eine echte Engine? Die nötigen Bewertungen sowie Speicher, Pausen und Präfixtreffer jedes Verfahrens im Speicher mit Blöcken.',
      duration: 'etwa 2 Minuten',
    },
    'smallest-budget': {
      title: 'Das kleinste Budget',
      question: `Wie wenige Zellen braucht jedes Verfahren, damit die Perplexität um höchstens ${gateSetup.mostPerplexityLoss} % steigt?`,
      duration: 'etwa 2 Minuten',
    },
  },
  results: {
    'both-walls': {
      title: 'Beide Mauern: was ein Verfahren an Bewertungen braucht und was es an Speicher zurückgibt',
      expected: () =>
        'Mauer 1: Verschmolzene Kernel speichern keine Attention-Werte; ein Verfahren, das sie liest, braucht Speicher dafür. Mauer 2: Eine Engine mit Blöcken gibt einen Block erst frei, wenn er in jeder Schicht und jedem Kopf leer ist. ' +
        'Jeder Kopf behält andere Tokens, ohne Kompaktierung kommt also wenig zurück, selbst mit Blöcken von einem Token. Kompaktierung gibt frei, was der längste aller Köpfe frei lässt. Lücken füllen und Zusammenrücken geben dieselben Blöcke frei; Lücken füllen kopiert weniger. ' +
        'Eine Tabelle je Kopf gibt auch frei, was die kürzeren Köpfe lassen. Kompaktierung überschreibt die Blöcke, in denen eine andere Anfrage ihren Anfang fände, es gibt also weniger Präfixtreffer. Was ein Verfahren behält, ändern weder Kompaktierung noch Blockgröße: Perplexität und Wiederfinden sind für alle Blockgrößen gleich.',
      text: () => {
        const { promptTokens, decodedTokens, slackTokens, passkeys } = wallsSetup
        return `zurückgehaltene Texte: ${tokens(promptTokens)} Prompt, danach ${decodedTokens} einzeln, ein Durchgang bei mehr als ${slackTokens} Zellen über dem Budget; ${passkeys} Passkeys in Prompts von ${tokens(heldOut.passkeyPromptTokens)}`
      },
      notes: () => [
        measures.tilesNote(),
        'Frei: der Anteil der Blöcke des vollen Caches, der am Ende des Textes frei ist. In den Spalten ohne „Tabelle je Kopf“ teilen sich alle Köpfe eine Tabelle, wie in Engines wie vLLM: Ein Block hält die Zellen aller Schichten und Köpfe. Eine Tabelle je Kopf ist KV-Compress.',
        'Lücken füllen bewegt die Zellen hinter dem neuen Ende in die Lücken davor, wie im Code von TriAttention. Kopierte Slots sind das Mittel je Kopf und Durchgang.',
        'Die längste Pause ist der längste Durchgang der Kompaktierung allein. Jeder Durchgang wird dreimal wiederholt, der schnellste zählt. Der Abstand ist der Median zwischen zwei Tokens, ohne Kompaktierung.',
        'Präfixtreffer: der Anteil des Prompts, den eine zweite Anfrage mit demselben Prompt im Cache findet, vor dem ersten Durchgang und am Ende, nachdem andere Anfragen alle freien Blöcke genommen haben. Die Messung nimmt an, dass währenddessen keine andere Anfrage das Präfix benutzt: Blöcke, die eine andere Anfrage gerade liest, werden nie bewegt.',
        `Passkeys: ${seen.note} „headroom lab policies“ misst auch mit ungesehener Frage. Die Perplexität ist die von Tokens, die kein Verfahren vor ihrer Bewertung gesehen hat.`,
      ],
      columns: {
        policy: { label: 'Verfahren', unit: null },
        signal: { label: 'liest', unit: null },
        peakScoreBytes: { label: 'Mauer 1: Bewertungen im Speicher', unit: 'Bytes je Kopf' },
        budgetTokens: { label: 'Budget', unit: 'Zellen je Kopf' },
        blockTokens: { label: 'Block', unit: 'Tokens' },
        evicted: { label: 'verdrängt', unit: '% der Zellen' },
        freedNone: { label: 'Mauer 2: frei, ohne Kompaktierung', unit: '% der Blöcke' },
        freedHoleFill: { label: 'frei, Lücken füllen', unit: '% der Blöcke' },
        freedRepack: { label: 'frei, Zusammenrücken', unit: '% der Blöcke' },
        freedOwnNone: { label: 'frei, Tabelle je Kopf, ohne Kompaktierung', unit: '% der Blöcke' },
        freedOwnRepack: { label: 'frei, Tabelle je Kopf, Zusammenrücken', unit: '% der Blöcke' },
        copiesHoleFill: { label: 'kopierte Slots, Lücken füllen', unit: 'je Durchgang' },
        copiesRepack: { label: 'kopierte Slots, Zusammenrücken', unit: 'je Durchgang' },
        pauseHoleFillMs: { label: 'längste Pause, Lücken füllen', unit: 'ms' },
        pauseRepackMs: { label: 'längste Pause, Zusammenrücken', unit: 'ms' },
        gapMs: { label: 'Abstand zwischen Tokens', unit: 'ms' },
        hitBefore: { label: 'Präfixtreffer davor', unit: '%' },
        hitNone: { label: 'Treffer danach, ohne Kompaktierung', unit: '%' },
        hitHoleFill: { label: 'Treffer nach Lücken füllen', unit: '%' },
        hitRepack: { label: 'Treffer nach Zusammenrücken', unit: '%' },
        perplexity: { label: 'Perplexität', unit: null },
        recall: { label: `wiedergefundene Passkeys, ${seen.label}`, unit: '%' },
      },
    },
    'smallest-budget': {
      title: 'Das kleinste Budget, das wenig verliert',
      expected: () =>
        'Das Budget wird durch Halbieren gesucht: Ein Budget besteht, wenn sein Verlust plus ein Standardfehler innerhalb der Grenze liegt. Daneben steht das größte, das nicht bestand. ' +
        'Die Suche nimmt an, dass ein größeres Budget nie mehr verliert; prüfen Sie ein Ergebnis mit „headroom lab policies“. Messen Sie erneut, wenn sich das Modell ändert: Ein Budget gilt für ein Modell und eine Art von Text.',
      text: () =>
        `${gateSetup.documents} zurückgehaltene Texte von bis zu ${tokens(gateSetup.textTokens)} oder ${gateSetup.passkeys} Passkeys in Prompts von ${tokens(heldOut.passkeyPromptTokens)}; Budgets in Schritten von ${gateSetup.stepTokens} bis ${gateSetup.mostTokens}`,
      notes: () => [
        'Verlust: um wie viel % die Perplexität über der des vollen Caches liegt, oder wie viele von 100 Fakten weniger wiedergefunden werden. Beide Caches sehen dieselben Texte, der Fehler ist also der der Unterschiede.',
        'Verfahren, die einmal nach dem Prompt komprimieren, behalten die zweite Hälfte eines Textes ganz, zusätzlich zu ihrem Budget. Quest liest alle Zellen, während es einen Text liest, daher wird nur sein Wiederfinden gemessen.',
        `Wiederfinden: ${seen.note} Die Perplexität ist die von Tokens, die kein Verfahren vor ihrer Bewertung gesehen hat.`,
      ],
      columns: {
        policy: { label: 'Verfahren', unit: null },
        measure: { label: 'Maß', unit: null, names: { perplexity: 'Perplexität', recall: `Wiederfinden, ${seen.label}` } },
        mostLoss: { label: 'größter erlaubter Verlust', unit: '%' },
        budgetTokens: { label: 'kleinstes Budget', unit: 'Zellen je Kopf' },
        loss: { label: 'sein Verlust', unit: '%' },
        error: { label: 'Fehler', unit: '±' },
        refusedTokens: { label: 'abgelehntes Budget', unit: 'Zellen je Kopf' },
        refusedLoss: { label: 'Verlust dort', unit: '%' },
        refusedError: { label: 'Fehler dort', unit: '±' },
        tried: { label: 'versuchte Budgets', unit: null },
      },
    },
  },
  charts: {
    'both-walls': {
      note: (blockTokens) =>
        `Anteil an den Blöcken des vollen Caches, in %, mit Blöcken zu ${tokens(blockTokens)} und einer Tabelle für alle Köpfe. Die Farbe ist Mauer 1. Mauer 2: Gefüllt ist frei ohne Kompaktierung, schraffiert erst danach, gestrichelt verdrängt, aber nicht frei.`,
      block: 'Tokens je Block',
      allBlocks: (rows) => `Alle Blockgrößen anzeigen (${counted(rows, 'Zeile', 'Zeilen')})`,
      onlyBlock: (blockTokens) => `Nur Blöcke zu ${tokens(blockTokens)} anzeigen`,
      label: (title, blockTokens) => `${title}, Blöcke zu ${tokens(blockTokens)}`,
      bar: (policy, budgetTokens) => (budgetTokens === null ? policy : `${policy}, ${budgetTokens}`),
      wallOne: { none: 'verschmolzener Kernel genügt', window: 'braucht Werte weniger Queries', all: 'braucht alle Werte' },
      wallTwo: { freed: 'frei ohne Kompaktierung', compacted: 'frei erst nach Kompaktierung', stuck: 'verdrängt, aber nicht frei' },
    },
    'smallest-budget': {
      note: `Kleinstes Budget innerhalb der Grenze, in Zellen je Kopf. Verfahren, die mehr als ${gateSetup.mostTokens} brauchen, haben keinen Balken.`,
      unit: '',
    },
  },
}
