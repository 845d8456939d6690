import type { status as english } from '../../en/servers/status'

export const status: typeof english = {
  title: 'Server',
  figures: {
    occupancy: { name: 'Cache belegt', meaning: 'Der Anteil des KV-Caches des Servers, der Tokens enthält.' },
    usedTokens: { name: 'Tokens im Cache', meaning: 'Tokens, deren Keys und Values der Server hält.' },
    totalTokens: { name: 'Platz für Tokens', meaning: 'Tokens, die in den KV-Cache des Servers passen.' },
    running: { name: 'In Arbeit', meaning: 'Anfragen, an denen der Server arbeitet.' },
    waiting: { name: 'Wartend', meaning: 'Anfragen in der Warteschlange des Servers.' },
    prefixHits: { name: 'Präfix-Treffer', meaning: 'Der Anteil der Prompt-Tokens, die der Server in seinem Cache gefunden hat.' },
    preemptions: { name: 'Verdrängungen', meaning: 'Anfragen, deren Zellen der Server für andere frei gemacht hat.' },
    generatedPerSecond: { name: 'Ausgabe', meaning: 'Tokens, die der Server je Sekunde schreibt, für alle Benutzer.' },
  },
  reading: 'Fragt den Server …',
  restarted: 'Der Server wurde neu gestartet.',
  unanswered: 'Der Server hat die letzte Frage nicht beantwortet.',
  slots: 'Slots',
  slot: (id) => `Slot ${id}`,
  busy: 'arbeitet',
  idle: 'frei',
  slotTokens: (used, total) => (total === null ? used : `${used} von ${total}`),
  note: 'Headroom fragt den Server alle 2 Sekunden, solange dieser Bereich offen ist.',
  hidden: 'Die Zellen eines Servers sind von hier aus nicht zu sehen.',
}
