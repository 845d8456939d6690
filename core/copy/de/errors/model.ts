import { formatBytes, formatCount } from '../../../text/amounts'
import { fileNameOf } from '../../../text/file-path'
import { say, type Writers } from '../../types/sentence'
import { fileTroubleText } from '../reasons/files'
import { configFlawText, ggufFlawText, splitFlawText } from '../reasons/gguf'
import { settingsRefusalText } from '../reasons/settings'

const kinds = { folder: 'ein Ordner', pipe: 'eine Pipe', device: 'ein Gerät', socket: 'ein Socket' }

export const modelSentences = {
  'file-not-found': ({ path }) =>
    say(
      `Unter ${path} gibt es keine Datei.`,
      'Sie wurde vielleicht verschoben, oder ihr Laufwerk ist nicht verbunden. Öffnen Sie sie an ihrem neuen Ort.',
    ),
  'file-unreadable': ({ path, reason }) =>
    say(
      `${fileNameOf(path)} lässt sich nicht lesen. ${fileTroubleText(reason)}`,
      'Prüfen Sie die Berechtigungen der Datei und ihres Ordners.',
    ),
  'model-file-changed': ({ path }) =>
    say(
      `${fileNameOf(path)} hat sich geändert, seit Headroom mit dem Laden begonnen hat.`,
      'Laden Sie das Modell erneut. Caches der alten Gewichte werden nicht gesichert.',
    ),
  'not-a-file': ({ path, kind }) =>
    say(
      `${fileNameOf(path)} ist ${kinds[kind]}, keine Datei.`,
      kind === 'folder' ? 'Wählen Sie eine .gguf-Datei in dem Ordner.' : 'Wählen Sie eine Datei auf einem Datenträger.',
    ),
  'file-name-unusable': ({ path, reason }) =>
    say(
      reason === 'nul'
        ? `Keine Datei kann ${path.replaceAll('\0', '\ufffd')} heißen, denn dieser Name enthält ein NUL-Zeichen.`
        : `${path} lässt sich nicht öffnen, weil der Name oder der eines übergeordneten Ordners kein gültiges UTF-8 ist.`,
      reason === 'nul' ? 'Geben Sie eine vorhandene Datei an.' : 'Benennen Sie die Datei oder den Ordner um.',
    ),
  'file-address-unusable': ({ address, reason }) =>
    say(
      {
        'other-computer': `${address} ist eine Datei auf einem anderen Computer.`,
        'encoded-slash': `${address} enthält einen codierten Schrägstrich (%2F oder %5C), den kein Dateiname enthalten kann.`,
        malformed: `${address} ist keine gültige Dateiadresse.`,
      }[reason],
      reason === 'other-computer'
        ? 'Kopieren Sie die Datei auf diesen Computer, und öffnen Sie sie dann über ihren Pfad.'
        : 'Öffnen Sie die Datei über ihren Pfad.',
    ),
  'gguf-not-a-model': ({ path, magic }) =>
    say(
      `${fileNameOf(path)} ist keine GGUF-Datei: Sie beginnt mit „${magic}“ statt mit „GGUF“.`,
      'Wählen Sie eine .gguf-Datei. Wandeln Sie Modelle in anderen Formaten (safetensors, bin, ONNX) zuerst um, oder laden Sie sie als GGUF herunter.',
    ),
  'gguf-version-unsupported': ({ path, version, bigEndian }) =>
    bigEndian
      ? say(
          `${fileNameOf(path)} wurde für Big-Endian-Maschinen geschrieben.`,
          'Laden Sie die gewöhnliche Datei (Little Endian) dieses Modells herunter.',
        )
      : say(
          `${fileNameOf(path)} hat die GGUF-Version ${version}. Headroom liest die Versionen 2 und 3.`,
          'Laden Sie eine neuere Datei dieses Modells herunter. Wenn die Datei neu ist, aktualisieren Sie Headroom.',
        ),
  'gguf-truncated': ({ path, neededBytes, sizeBytes }) =>
    say(
      `${fileNameOf(path)} ist abgeschnitten: Die Datei hat ${formatBytes(sizeBytes)} statt ${formatBytes(neededBytes)}.`,
      'Der Download oder die Kopie wurde nicht fertig. Laden oder kopieren Sie die Datei erneut.',
    ),
  'gguf-malformed': ({ path, flaw, offset }) =>
    say(
      `${fileNameOf(path)} ist in der Nähe von Byte ${formatCount(offset)} beschädigt. ${ggufFlawText(flaw)}`,
      'Laden Sie die Datei erneut herunter, und vergleichen Sie ihre Prüfsumme mit der veröffentlichten.',
    ),
  'architecture-unsupported': ({ path, architecture, release }) =>
    say(
      `${fileNameOf(path)} hat die Architektur „${architecture}“, die llama.cpp ${release} nicht unterstützt.`,
      'Aktualisieren Sie Headroom, wenn das Modell neu ist. Wählen Sie sonst ein anderes Modell.',
    ),
  'model-cannot-chat': ({ path, architecture, kind }) =>
    say(
      {
        encoder: `${fileNameOf(path)} (${architecture}) ist ein Encoder, der Text in Vektoren umwandelt. Damit ist kein Chat möglich.`,
        'encoder-decoder': `${fileNameOf(path)} (${architecture}) ist ein Encoder-Decoder-Modell, das Headroom nicht unterstützt.`,
        diffusion: `${fileNameOf(path)} (${architecture}) ist ein Diffusions-Sprachmodell, das Headroom nicht unterstützt.`,
        projector: `${fileNameOf(path)} (${architecture}) ist der multimodale Projektor (mmproj) eines anderen Modells. Headroom kann noch keine Bilder lesen; das kommt vielleicht in einer späteren Version.`,
        draft: `${fileNameOf(path)} (${architecture}) ist ein Entwurfsmodell, das nur mit einem größeren Modell funktioniert.`,
        speech: `${fileNameOf(path)} (${architecture}) ist ein Sprachausgabe-Modell. Damit ist kein Chat möglich.`,
        adapter: `${fileNameOf(path)} (${architecture}) ist ein Adapter (LoRA) für ein anderes Modell. Damit ist kein Chat möglich.`,
      }[kind],
      'Wählen Sie ein Modell zur Texterzeugung. Sein Name enthält oft „instruct“ oder „chat“.',
    ),
  'split-part-missing': ({ missing, parts }) =>
    say(
      `Dieses Modell ist auf ${parts} Dateien aufgeteilt, und ${fileNameOf(missing)} fehlt.`,
      'Legen Sie alle Teile in einen Ordner, und öffnen Sie den ersten.',
    ),
  'split-not-first': ({ part, parts, first }) =>
    say(
      `Das ist Teil ${part} eines Modells, das auf ${parts} Dateien aufgeteilt ist.`,
      `Öffnen Sie den ersten Teil, ${fileNameOf(first)}.`,
    ),
  'split-inconsistent': ({ path, flaw }) =>
    say(
      `${fileNameOf(path)} passt nicht zu den anderen Teilen des Modells. ${splitFlawText(flaw)}`,
      'Laden Sie alle Teile erneut aus einer Quelle, und behalten Sie ihre Dateinamen bei.',
    ),

  'config-unreadable': ({ flaw }) =>
    say(configFlawText(flaw), 'Verwenden Sie die vollständige config.json eines Modells zur Texterzeugung aus seinem Repository.'),

  'model-larger-than-memory': ({ path, neededBytes, memoryBytes }) =>
    say(
      `${fileNameOf(path)} braucht ${formatBytes(neededBytes)} Speicher. Dieses Gerät hat ${formatBytes(memoryBytes)}.`,
      'Wählen Sie ein kleineres Modell oder eine kleinere Quantisierung von diesem.',
    ),
  'context-larger-than-memory': ({ neededBytes, freeBytes, contextTokens, fittingTokens }) =>
    say(
      `Ein Kontext von ${formatCount(contextTokens)} Tokens braucht ${formatBytes(neededBytes)} Speicher. Frei sind ${formatBytes(freeBytes)}.`,
      fittingTokens > 0
        ? `Mit diesen K- und V-Typen passen bis zu ${formatCount(fittingTokens)} Tokens. Mit kleineren Typen sind es mehr.`
        : 'Schließen Sie andere Programme, oder wählen Sie ein kleineres Modell.',
    ),
  'settings-refused': ({ reason }) =>
    say(
      settingsRefusalText(reason),
      {
        'quantized-value-needs-flash-attention':
          'Stellen Sie Flash Attention auf „an“ oder „automatisch“, oder wählen Sie für V f16, bf16 oder f32.',
        'head-not-divisible-by-block':
          'Wählen Sie für dieses Modell f16, bf16 oder f32, oder schalten Sie Flash Attention aus. Dann lässt sich K quantisieren, V aber nicht.',
        'mla-needs-equal-types': 'Wählen Sie für K und V denselben Typ.',
        'too-many-sequences': 'Wählen Sie weniger Sequenzen.',
        'no-context':
          reason.kind === 'no-context' && reason.mostTokens === null
            ? 'Geben Sie eine Kontextlänge ein.'
            : 'Wählen Sie einen kürzeren Kontext.',
        'needs-target-model': 'Wählen Sie das Modell, für das es Entwürfe schreibt.',
        'cannot-be-loaded': 'Laden Sie die Datei erneut herunter, oder wählen Sie ein anderes Modell.',
        'kills-the-process': 'Wählen Sie andere Einstellungen oder ein anderes Modell. Mit diesen würde llama.cpp die Engine beenden.',
      }[reason.kind],
    ),
} satisfies Partial<Writers>
