import { formatCount } from '../../../text/amounts'
import type { help as english } from '../../en/app/help'
import { tokens } from '../../words/de'

const term = (name: string, meaning: string) => ({ name, meaning })

export const help: typeof english = {
  menu: 'Hilfe',
  close: 'Schließen',

  terms: {
    title: 'Was die Begriffe bedeuten',
    find: 'Einen Begriff suchen',
    nothingFound: (typed) => `Kein Begriff passt zu „${typed}“.`,
    groups: [
      {
        name: 'Ein Modell und sein Text',
        terms: [
          term('Token', 'Modelle lesen und schreiben Text in Tokens. Ein Token ist ein kurzes Wort oder ein Stück eines längeren.'),
          term('Prompt', 'Alles, was das Modell vor seiner Antwort bekommt: den System-Prompt, die Unterhaltung und Ihre neue Nachricht.'),
          term('Turn', 'Ein Prompt mit seiner Antwort.'),
          term('System-Prompt', 'Anweisungen, die das Modell in jedem Turn vor der Unterhaltung liest.'),
          term('Chat-Vorlage', 'Sie markiert im Prompt, wer was sagt. Sie gehört zum Modell und hat eigene Tokens.'),
          term(
            'GGUF',
            'Das Dateiformat von llama.cpp. Eine Datei enthält die Gewichte eines Modells, sein Vokabular und seine Chat-Vorlage.',
          ),
          term(
            'Gewichte',
            'Die Zahlen, die ein Modell gelernt hat. Für jedes Token werden alle oder die meisten davon aus dem Speicher gelesen.',
          ),
          term(
            'Quantisierung',
            'Zahlen werden mit weniger Bits gespeichert und brauchen weniger Speicher: mit q8_0 etwa 8 Bits je Zahl, mit q4_0 etwa 4.',
          ),
        ],
      },
      {
        name: 'Der Cache',
        terms: [
          term(
            'KV-Cache',
            'Die Keys und Values aller bisherigen Tokens. Ohne ihn würde das Modell für jedes neue Token den ganzen Text neu verarbeiten.',
          ),
          term('Zelle', 'Platz im Cache für die Keys und Values eines Tokens.'),
          term('Kontext', 'Wie viele Tokens in den Cache passen: die längste Unterhaltung, mit der das Modell auf einmal arbeiten kann.'),
          term(
            'Sequenz',
            'Die Tokens einer Unterhaltung mit eigenen Zellen. Mit mehreren Sequenzen bleiben mehrere Unterhaltungen im Cache.',
          ),
          term('Wiederverwendet', 'Tokens des Prompts, deren Zellen noch im Cache waren. Sie kosten fast keine Zeit.'),
          term('Verarbeitet', 'Tokens des Prompts, die das Modell berechnen musste, weil der Cache sie nicht hatte.'),
          term('Präfix', 'Der gemeinsame Anfang zweier Prompts. Nur dieser Teil lässt sich wiederverwenden.'),
          term('Gleitendes Fenster', 'Manche Schichten beachten nur die letzten Tokens. Ihr Cache behält nur diese.'),
          term(
            'Rekurrenter Zustand',
            'Manche Schichten haben statt Zellen einen Zustand fester Größe. Ohne Prüfpunkt gibt es darin kein Zurück.',
          ),
          term(
            'Prüfpunkt',
            'Eine Kopie eines gleitenden Fensters oder eines rekurrenten Zustands, von der aus eine Unterhaltung an einer früheren Stelle weitergehen kann.',
          ),
        ],
      },
      {
        name: 'Geschwindigkeit',
        terms: [
          term('Prefill', 'Das Modell verarbeitet den Prompt, viele Tokens auf einmal. llama.cpp nennt das prompt processing.'),
          term('Decode', 'Das Modell schreibt die Antwort, ein Token nach dem anderen. llama.cpp nennt das text generation.'),
          term('TTFT', 'Time to first token: von „Senden“ bis zum ersten Text der Antwort.'),
          term('ITL', 'Inter-token latency: die Zeit zwischen zwei Tokens. p50 ist die mittlere, und 99 von 100 sind kürzer als p99.'),
          term('TPOT', 'Time per output token: die mittlere Zeit zwischen den Tokens einer Antwort.'),
          term(
            'Speicherbandbreite',
            'Wie viele Bytes pro Sekunde dieser Computer lesen kann. Sie begrenzt meist, wie schnell ein Modell schreibt.',
          ),
          term('MBU', 'Model bandwidth utilization: wie viel der Speicherbandbreite das Modell genutzt hat.'),
          term('Spekulation', 'Mehrere Tokens werden vorab geraten und gemeinsam geprüft. Das kann Antworten beschleunigen.'),
        ],
      },
      {
        name: 'Qualität',
        terms: [
          term('Perplexität', 'Wie sehr ein Text das Modell überrascht. Weniger ist besser.'),
          term('KLD', 'Wie weit die Vorhersagen zweier Einstellungen auseinanderliegen, in Nats. Bei 0 sind sie gleich.'),
          term('Passkey', 'Eine Zahl, die in einem langen Text versteckt ist. Geprüft wird, ob das Modell sie findet.'),
          term(
            'Verdrängungsstrategie',
            'Eine Regel, die entscheidet, welche Zellen ein voller Cache aufgibt. Das Labor zeigt solche Regeln bei der Arbeit.',
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
        text: 'Alle Unterhaltungen bleiben hier, auf diesem Computer. Für eine, die nie gespeichert wird, beginnen Sie eine neue und schalten darüber „Privat“ ein.',
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
        text: 'Hier finden Sie diesen Rundgang wieder, und was die Begriffe bedeuten. „Details“, über dem Gedächtnis, zeigt viel mehr davon, wie ein Modell arbeitet.',
      },
    },
  },

  about: {
    title: 'Über Headroom',
    what: 'Führt GGUF-Modelle offline aus und macht den KV-Cache sichtbar.',
    version: (version) => `Version ${version}`,
    llamaCpp: (release) => `llama.cpp ${release}`,
    license: 'MIT-Lizenz. Copyright (c) 2026 The Headroom authors.',
    offline: 'Ihre Unterhaltungen bleiben auf diesem Computer.',
  },
}
