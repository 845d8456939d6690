import { formatCount } from '../../../text/amounts'
import type { help as english } from '../../en/app/help'
import { tokens } from '../../words/de'

const term = (name: string, meaning: string) => ({ name, meaning })

export const help: typeof english = {
  menu: 'Hilfe',
  close: 'Schließen',

  firstSteps: {
    title: 'Erste Schritte',
    steps: [
      {
        name: '1. Ein Modell holen',
        text: 'Ein Modell ist die Datei, die Ihnen antwortet. Pocket, das zu Headroom gehört, ist nur eine winzige Demo. Öffnen Sie „Modelle“, „Modell holen“, und klicken Sie beim empfohlenen auf „Holen“. Es wird einmal heruntergeladen und läuft dann ohne Internet.',
      },
      {
        name: '2. Chatten',
        text: 'Schreiben Sie in das Feld unten und drücken Sie die Eingabetaste. Sie können bearbeiten, was Sie geschrieben haben, oder eine andere Antwort verlangen. „Neue Unterhaltung“ beginnt von vorn: Das Modell weiß nicht, was Sie in anderen Unterhaltungen geschrieben haben.',
      },
      {
        name: '3. Privat bleiben',
        text: 'Alles bleibt auf diesem Computer, wenn Sie nicht selbst einen Server verbinden. Schalten Sie in einer neuen Unterhaltung „Diese Unterhaltung nicht aufbewahren“ ein, und auch dieser Computer speichert sie nicht: Sie ist weg, wenn Sie Headroom beenden.',
      },
      {
        name: '4. Löschen',
        text: 'Zeigen Sie in der Liste auf eine Unterhaltung, öffnen Sie ihr Menü (…) und wählen Sie „Löschen“. 7 Tage lang finden Sie sie unter „Zuletzt gelöscht“. Dort können Sie sie wiederherstellen oder endgültig löschen.',
      },
    ],
  },

  terms: {
    title: 'Was die Begriffe bedeuten',
    find: 'Einen Begriff suchen',
    nothingFound: (typed) => `Kein Begriff passt zu „${typed}“.`,
    groups: [
      {
        name: 'Ein Modell und sein Text',
        terms: [
          term('Token', 'Ein kurzes Wort oder ein Stück eines längeren. Modelle lesen und schreiben Text Token für Token.'),
          term('Prompt', 'Was das Modell vor seiner Antwort liest: den System-Prompt, die bisherige Unterhaltung und Ihre neue Nachricht.'),
          term('Turn', 'Eine Frage mit ihrer Antwort.'),
          term('System-Prompt', 'Dauerhafte Anweisungen, etwa „Antworte kurz“. Das Modell liest sie in jedem Turn vor der Unterhaltung.'),
          term(
            'Chat-Vorlage',
            'Die Form, in der ein Modell eine Unterhaltung erwartet: Sie markiert im Prompt, wer was sagt. Sie gehört zum Modell und hat eigene Tokens.',
          ),
          term(
            'GGUF',
            'Die Art von Datei, in der ein Modell kommt, so wie ein Foto als JPEG kommt. Eine Datei enthält die Gewichte eines Modells, sein Vokabular und seine Chat-Vorlage.',
          ),
          term(
            'Gewichte',
            'Was ein Modell gelernt hat, als große Sammlung von Zahlen. Für jedes Token werden alle oder die meisten davon aus dem Speicher gelesen.',
          ),
          term(
            'Quantisierung',
            'Zahlen werden gerundet und brauchen so weniger Speicher, ähnlich wie ein komprimiertes Foto: mit q8_0 etwa 8 Bits je Zahl, mit q4_0 etwa 4.',
          ),
        ],
      },
      {
        name: 'Der Cache',
        terms: [
          term(
            'KV-Cache',
            'Was das Modell von dieser Unterhaltung im Kopf behält, damit es nicht für jedes neue Wort alles noch einmal liest. Genau: für jedes bisherige Token die Zahlen (Keys und Values), die jede Schicht berechnet hat.',
          ),
          term('Zelle', 'Ein Platz in diesem Gedächtnis für ein Token. Genau: Platz im Cache für die Keys und Values eines Tokens.'),
          term('Kontext', 'Wie viel Text das Modell auf einmal im Kopf behalten kann. Genau: wie viele Tokens in den Cache passen.'),
          term(
            'Sequenz',
            'Eine Unterhaltung im Gedächtnis des Modells. Genau: ihre Tokens mit eigenen Zellen. Mit mehreren Sequenzen bleiben mehrere Unterhaltungen im Cache.',
          ),
          term(
            'Wiederverwendet',
            'Text, den das Modell noch im Kopf hatte. Genau: Tokens des Prompts, deren Zellen noch im Cache waren. Sie kosten fast keine Zeit.',
          ),
          term(
            'Verarbeitet',
            'Text, den das Modell lesen musste. Genau: Tokens des Prompts, die es berechnen musste, weil der Cache sie nicht hatte.',
          ),
          term('Präfix', 'Der gemeinsame Anfang zweier Texte. Nur dieser Teil eines Prompts lässt sich wiederverwenden.'),
          term(
            'Block',
            'Ein kleines Stück Speicher für eine feste Zahl von Tokens, oft 16. Server wie vLLM geben jeder Unterhaltung ganze Blöcke, so muss kein langes Stück Speicher frei sein.',
          ),
          term(
            'GQA',
            'Ein Weg, das Gedächtnis eines Modells kleiner zu machen. Genau: grouped-query attention; mehrere Query-Heads teilen sich die Keys und Values eines KV-Heads, der Cache hat also weniger Heads.',
          ),
          term(
            'MLA',
            'Ein anderer Weg, das Gedächtnis eines Modells kleiner zu machen. Genau: multi-head latent attention; der Cache hält je Token und Schicht einen kurzen Vektor, aus dem die Keys und Values aller Heads berechnet werden.',
          ),
          term(
            'Gleitendes Fenster',
            'Manche Schichten eines Modells sehen nur das letzte Stück des Textes, wie durch ein Fenster. Ihr Cache behält nur diese Tokens.',
          ),
          term(
            'Rekurrenter Zustand',
            'Manche Modelle behalten statt jedes Wortes eine Zusammenfassung fester Größe. Genau: Manche Schichten haben statt Zellen einen Zustand. Ohne Prüfpunkt gibt es darin kein Zurück.',
          ),
          term(
            'Prüfpunkt',
            'Ein gesicherter Punkt, zu dem das Modell zurückkann. Genau: eine Kopie eines gleitenden Fensters oder eines rekurrenten Zustands, von der aus eine Unterhaltung an einer früheren Stelle weitergehen kann.',
          ),
        ],
      },
      {
        name: 'Geschwindigkeit',
        terms: [
          term('Prefill', 'Das Modell liest, was Sie geschrieben haben, viele Tokens auf einmal. llama.cpp nennt das prompt processing.'),
          term('Decode', 'Das Modell schreibt die Antwort, ein Token nach dem anderen. llama.cpp nennt das text generation.'),
          term(
            'TTFT',
            'Wie lange Sie warten, bis die Antwort beginnt. Genau: time to first token, von „Senden“ bis zum ersten Text der Antwort.',
          ),
          term(
            'ITL',
            'Wie lange Sie von einem Wortstück zum nächsten warten. Genau: inter-token latency. p50 ist die mittlere, und 99 von 100 sind kürzer als p99.',
          ),
          term(
            'TPOT',
            'Wie lange ein Wortstück im Mittel dauert. Genau: time per output token, die mittlere Zeit zwischen den Tokens einer Antwort.',
          ),
          term(
            'Speicherbandbreite',
            'Wie schnell dieser Computer seinen Speicher lesen kann, in Bytes pro Sekunde. Sie begrenzt meist, wie schnell ein Modell schreibt.',
          ),
          term(
            'MBU',
            'Wie gut das Modell die Geschwindigkeit des Speichers genutzt hat. Genau: model bandwidth utilization, der genutzte Anteil der Speicherbandbreite.',
          ),
          term(
            'Roofline',
            'Ein Bild davon, was das Modell bremst: Lesen oder Rechnen. Genau: die Geschwindigkeit, die Bandbreite und Rechenleistung erlauben, je nach der Zahl der Rechnungen für jedes gelesene Byte.',
          ),
          term(
            'Goodput',
            'Wie viele Antworten schnell genug waren. Genau: der Anteil der Turns (in Lasttests die Turns pro Sekunde), deren TTFT und ITL innerhalb Ihrer Grenzen liegen.',
          ),
          term('Spekulation', 'Vorausraten: Mehrere Tokens werden vorgeschlagen und gemeinsam geprüft. Das kann Antworten beschleunigen.'),
        ],
      },
      {
        name: 'Qualität',
        terms: [
          term('Perplexität', 'Wie sehr ein Text das Modell überrascht. Weniger ist besser.'),
          term(
            'KLD',
            'Wie verschieden zwei Einstellungen die Antworten machen. Genau: die Kullback-Leibler-Divergenz ihrer Vorhersagen, in Nats. Bei 0 sind sie gleich.',
          ),
          term('Passkey', 'Ein Gedächtnistest: Eine Zahl ist in einem langen Text versteckt, und das Modell muss sie finden.'),
          term(
            'Verdrängungsstrategie',
            'Was zuerst vergessen wird, wenn das Gedächtnis voll ist. Genau: eine Regel, die entscheidet, welche Zellen aufgegeben werden. Das Labor zeigt solche Regeln bei der Arbeit.',
          ),
        ],
      },
    ],
  },

  tour: {
    offer: 'Neu hier? Ein kurzer Rundgang zeigt Ihnen in fünf Schritten das Wichtigste.',
    take: 'Rundgang machen',
    decline: 'Nein danke',
    name: 'Rundgang',
    step: (step, steps) => `Schritt ${formatCount(step)} von ${formatCount(steps)}`,
    back: 'Zurück',
    next: 'Weiter',
    skip: 'Rundgang beenden',
    finish: 'Fertig',
    first: {
      title: 'Beginnen Sie mit einer Nachricht',
      text: 'Fragen Sie das Modell etwas. Machen Sie dann den Rundgang: Er zeigt, wo das Modell Ihre Nachricht behält.',
    },
    steps: {
      message: {
        title: 'Ihre Nachricht',
        text: (count) =>
          `Das Modell liest Text in Tokens: kurze Wörter oder Stücke von längeren.${count === undefined ? '' : ` Ihre erste Nachricht wurde zu ${tokens(count)}.`}`,
      },
      cells: {
        title: 'Sein Gedächtnis',
        text: (count) =>
          `Diese Karte zeigt die Zellen des Gedächtnisses. Jede Zelle fasst ein Token, und ein Quadrat steht für eine oder mehrere Zellen.${count === undefined ? '' : ' Die hellen enthalten Ihre erste Nachricht.'} Zeigen Sie auf ein Quadrat, und seine Wörter leuchten in der Unterhaltung auf.`,
      },
      reuse: {
        title: 'Was das spart',
        text: (reused, processed) =>
          `${reused === 0 ? 'Für diese Antwort war noch kein Token im Gedächtnis' : `Für diese Antwort ${reused === 1 ? 'war 1 Token' : `waren ${formatCount(reused)} Tokens`} noch im Gedächtnis`}, und das Modell musste ${tokens(processed)} verarbeiten. Bei Ihrer nächsten Nachricht verarbeitet es nur das Neue.`,
      },
      anatomy: {
        title: 'Jede Zelle',
        text: 'Die Anatomie zeigt jede Zelle mit ihrem Wort, und wie das Gedächtnis mit jedem Turn gewachsen ist.',
      },
      screens: {
        title: 'Wie es weitergeht',
        text: 'Der Planer berechnet, welche Modelle und Kontexte auf diesen Computer passen. Das Labor zeigt, was ein Modell vergisst, wenn sein Gedächtnis zu klein ist. Diesen Rundgang finden Sie wieder unter „Hilfe“, oben im Fenster.',
      },
      chats: {
        title: 'Ihre Unterhaltungen',
        text: 'Alle Unterhaltungen bleiben hier, auf diesem Computer. Für eine, die nie gespeichert wird, beginnen Sie eine neue und schalten „Diese Unterhaltung nicht aufbewahren“ ein.',
      },
      memory: {
        title: 'Das Gedächtnis dieser Unterhaltung',
        text: (words) =>
          `${words === '' ? 'Was Sie schreiben, ist jetzt hier' : `Ihre Nachricht „${words}“ ist jetzt hier`}, zusammen mit der Antwort. Deshalb weiß das Modell, wovon Sie sprechen.`,
      },
      full: {
        title: 'Wie voll es ist',
        text: 'Jede Nachricht füllt den Balken ein wenig. Ist das Gedächtnis voll, endet die Antwort, und Sie wählen, wie es weitergeht. Nichts, was Sie sehen, geht verloren.',
      },
      model: {
        title: 'Ein besseres Modell',
        text: 'Dieses Modell antwortet Ihnen. Größere Modelle wissen mehr und schreiben besser. Mit „Mehr Modelle …“ bekommen Sie hier eines, das auf diesen Computer passt.',
      },
      help: {
        title: 'Hilfe',
        text: 'Hier finden Sie diesen Rundgang wieder, und was die Begriffe bedeuten. „Details für Fachleute“, über dem Gedächtnis, zeigt viel mehr davon, wie ein Modell arbeitet.',
      },
    },
  },

  about: {
    title: 'Über Headroom',
    what: 'Chatten Sie mit Sprachmodellen, die auf Ihrem eigenen Computer laufen. Ihre Unterhaltungen bleiben hier, und Internet ist nicht nötig.',
    technical: 'Headroom führt GGUF-Modelle mit llama.cpp aus und macht den KV-Cache sichtbar.',
    version: (version) => `Version ${version}`,
    llamaCpp: (release) => `llama.cpp ${release}`,
    license: 'MIT-Lizenz. Copyright (c) 2026 The Headroom authors.',
  },
}
