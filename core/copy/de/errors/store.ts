import { formatBytes } from '../../../text/amounts'
import { say, type Writers } from '../../types/sentence'
import { tokens } from '../../words/de'
import { storeTroubleText } from '../reasons/files'
import { sessionRefusalText } from '../reasons/sessions'

const processedAgain = 'Sie müssen nichts tun: Headroom legt ihn beiseite und verarbeitet den Prompt neu.'

const hosts = { desktop: 'die Desktop-App', web: 'im Browser', 'command-line': 'auf der Kommandozeile' }

export const storeSentences = {
  'conversation-not-found': () => say('Diese Unterhaltung gibt es nicht mehr.', 'Sie wurde gelöscht. Wählen Sie eine andere.'),
  'folder-not-found': () => say('Diesen Ordner gibt es nicht mehr.', 'Er wurde gelöscht. Wählen Sie einen anderen.'),
  'message-not-found': () => say('Diese Nachricht gibt es nicht mehr.', 'Öffnen Sie die Unterhaltung erneut.'),
  'turn-not-found': () => say('Diese Antwort wird nicht mehr erzeugt.', 'Öffnen Sie die Unterhaltung erneut, um sie zu sehen.'),
  'model-not-found': () => say('Dieses Modell ist nicht mehr in der Liste.', 'Öffnen Sie seine Datei erneut.'),
  'search-too-short': () => say('Die Suche ist leer.', 'Geben Sie mindestens ein Zeichen ein.'),
  'disk-full': ({ path }) =>
    say(
      `Der Datenträger mit ${path} ist voll.`,
      'Schaffen Sie Platz, und versuchen Sie es erneut. Gespeicherte Daten sind nicht verloren.',
    ),
  'store-failed': ({ path, reason }) =>
    say(
      `Headroom kann nicht nach ${path} schreiben. ${storeTroubleText(reason)}`,
      'Prüfen Sie den Datenträger und die Berechtigungen dieses Ordners, und versuchen Sie es dann erneut.',
    ),
  'data-read-only': ({ path }) =>
    say(
      `Der Datenträger mit ${path} ist voll. Sie können Ihre Unterhaltungen lesen und löschen, aber nichts Neues wird gespeichert.`,
      'Löschen Sie, was Sie nicht mehr brauchen, hier oder anderswo auf diesem Datenträger. Headroom speichert wieder, sobald Platz frei ist.',
    ),
  'data-folder-gone': ({ path }) =>
    say(
      `Der Ordner ${path} wurde entfernt oder ersetzt, während Headroom lief. Es wird nichts mehr gespeichert.`,
      'Exportieren Sie aus diesem Fenster die Unterhaltungen, die Sie brauchen. Stellen Sie dann den Ordner wieder her, oder starten Sie Headroom neu.',
    ),
  'file-not-deleted': ({ path, quoted }) =>
    say(
      `${path} ließ sich nicht löschen. Das System meldet: „${quoted}“.`,
      'Alles, was sich löschen ließ, wurde gelöscht. Schließen Sie die Programme, die diese Datei verwenden, und löschen Sie dann noch einmal.',
    ),
  'data-folder-in-use': ({ path, by }) =>
    say(
      `Ein anderes Headroom${by === null ? '' : ` (${hosts[by.host]}, Prozess ${by.processId})`} verwendet ${path}.`,
      'Verwenden Sie das andere, schließen Sie es zuerst, oder starten Sie dieses hier mit einem anderen Ordner (--data).',
    ),
  'data-from-newer-version': ({ path, found, known }) =>
    say(
      `Ein neueres Headroom hat ${path} geschrieben (Format ${found}, diese Version unterstützt ${known}).`,
      'Aktualisieren Sie Headroom, oder starten Sie dieses mit einem anderen Ordner (--data).',
    ),

  'session-refused': ({ reason }) => say(`Der gesicherte Cache wurde nicht verwendet. ${sessionRefusalText(reason)}`, processedAgain),
  'session-not-held': () =>
    say(
      'Der Cache enthält nichts von dieser Unterhaltung. Es gibt nichts zu sichern.',
      'Setzen Sie die Unterhaltung zuerst fort. Ihre nächste Antwort füllt den Cache.',
    ),
  'session-private': () =>
    say(
      'Headroom bewahrt diese Unterhaltung nicht auf, deshalb wird ihr Cache nie auf den Datenträger geschrieben.',
      'Beginnen Sie eine gewöhnliche Unterhaltung, um ihren Cache zu behalten.',
    ),
  'session-over-budget': ({ neededBytes, budgetBytes }) =>
    say(
      `Der Cache dieser Unterhaltung braucht ${formatBytes(neededBytes)}, und alle gesicherten Caches zusammen dürfen höchstens ${formatBytes(budgetBytes)} brauchen.`,
      'Erlauben Sie unter Optionen, Gesicherte Caches mehr, oder wählen Sie kleinere K- und V-Typen.',
    ),
  'session-pins-fill-budget': ({ neededBytes, pinnedBytes, budgetBytes }) =>
    say(
      `Der Cache wurde nicht gesichert. Er braucht ${formatBytes(neededBytes)}, und angeheftete Präfixe belegen ${formatBytes(pinnedBytes)} der ${formatBytes(budgetBytes)} für gesicherte Caches.`,
      'Lösen Sie ein Präfix im Cache-Speicher, oder erlauben Sie unter Optionen, Gesicherte Caches mehr.',
    ),
  'session-not-enough-disk': ({ neededBytes, freeBytes }) =>
    say(
      `Der Cache wurde nicht gesichert. Er braucht ${formatBytes(neededBytes)}, den Platz für Nachrichten eingerechnet. Frei sind ${formatBytes(freeBytes)}.`,
      'Schaffen Sie Platz auf dem Datenträger, oder wählen Sie kleinere K- und V-Typen. Keine Nachricht ist verloren.',
    ),
  'session-not-saved': ({ quoted }) =>
    say(
      `Der Cache wurde nicht gesichert. Der Fehler war: „${quoted}“.`,
      'Versuchen Sie es erneut. Ein früher gesicherter Cache bleibt erhalten, und keine Nachricht ist verloren.',
    ),
  'session-not-restored': ({ quoted }) => say(`llama.cpp hat den gesicherten Cache abgelehnt. Es meldet: „${quoted}“.`, processedAgain),
  'prefix-not-found': () =>
    say(
      'Dieses Präfix ist nicht mehr gespeichert. Es wurde verdrängt oder entfernt.',
      'Die Liste im Cache-Speicher zeigt, was jetzt gespeichert ist.',
    ),
  'prefix-too-short': ({ tokens: found, leastTokens }) =>
    say(
      `Dieses Präfix hat nur ${tokens(found)}. Ein Präfix von bis zu ${tokens(leastTokens)} wird nicht behalten, weil Kopieren so lange dauert wie Verarbeiten.`,
      'Sie müssen nichts tun: Headroom verarbeitet es mit Ihrer nächsten Nachricht.',
    ),
  'prefix-not-usable': ({ reason }) =>
    reason === 'other-settings'
      ? say(
          'Dieses Präfix wurde mit einem anderen Modell oder mit anderen Einstellungen gesichert und passt nicht zum geladenen Modell.',
          'Laden Sie das Modell mit den Einstellungen, mit denen es gesichert wurde.',
        )
      : reason === 'image'
        ? say('Ein Bild kann erst verarbeitet werden, wenn seine Nachricht gesendet wird.', 'Wählen Sie ein Dokument mit Text.')
        : say(
            'Dieses Präfix gehört zu keiner Unterhaltung. Es kann nicht gesichert oder benannt werden.',
            'Wählen Sie das Präfix einer Unterhaltung.',
          ),
} satisfies Partial<Writers>
