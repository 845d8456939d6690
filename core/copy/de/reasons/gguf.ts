import type { ConfigFlaw, ConfigValue, GgufFlaw, OtherFile, SplitFlaw } from '../../../contract/errors/gguf-reasons'
import { formatBytes, formatCount } from '../../../text/amounts'
import { counted } from '../../words/de'

/** null means 2^53 or more, where a double is no longer exact. */
const large = (count: number | null): string => (count === null ? '2^53 oder mehr' : formatCount(count))

export function ggufFlawText(flaw: GgufFlaw): string {
  switch (flaw.kind) {
    case 'endless-header':
      return 'Der Header ist zu lang.'
    case 'too-many-tensors':
      return `Laut Header hat die Datei ${large(flaw.count)} Tensoren. Das sind zu viele.`
    case 'too-many-entries':
      return `Laut Header hat die Datei ${large(flaw.count)} Metadaten-Einträge. Das sind zu viele.`
    case 'alignment':
      return `general.alignment ist ${flaw.value}, erwartet wird eine Zweierpotenz.`
    case 'text-length':
      return `Ein Text im Header ist zu lang (${large(flaw.bytes)} Bytes).`
    case 'metadata-size':
      return `Die Metadaten ohne das Vokabular brauchen mehr als ${formatBytes(flaw.limitBytes)}.`
    case 'key-missing':
      return `Der Metadaten-Eintrag ${flaw.entry} hat keinen Schlüssel.`
    case 'key-with-zero':
      return `Der Schlüssel des Metadaten-Eintrags ${flaw.entry} enthält ein Null-Byte.`
    case 'key-length':
      return `Der Schlüssel des Metadaten-Eintrags ${flaw.entry} ist zu lang (${formatCount(flaw.bytes)} Bytes).`
    case 'key-twice':
      return `Der Schlüssel ${flaw.key} kommt zweimal vor.`
    case 'other-type':
      return `${flaw.key} hat den Typ ${flaw.type}, erwartet wird ${flaw.expected}.`
    case 'unknown-type':
      return `Der Schlüssel ${flaw.key} hat den unbekannten Typ ${flaw.type}.`
    case 'unknown-array-type':
      return `Der Schlüssel ${flaw.key} ist ein Array des unbekannten Typs ${flaw.type}.`
    case 'array-length':
      return `Der Schlüssel ${flaw.key} ist ein Array mit zu vielen Elementen (${large(flaw.elements)}).`
    case 'tensor-name-length':
      return `Der Name des Tensors ${flaw.index} ist zu lang (${formatCount(flaw.bytes)} Bytes).`
    case 'tensor-twice':
      return `Der Tensor ${flaw.tensor} kommt zweimal vor.`
    case 'tensor-end':
      return `Der Tensor ${flaw.tensor} endet hinter Byte 2^53.`
    case 'tensor-start':
      return `Der Tensor ${flaw.tensor} beginnt bei Byte ${large(flaw.startByte)}, erwartet wird ${formatCount(flaw.expectedByte)}.`
    case 'tensor-dimensions':
      return `Der Tensor ${flaw.tensor} hat zu viele Dimensionen (${formatCount(flaw.dimensions)}).`
    case 'tensor-shape':
      return `Der Tensor ${flaw.tensor} hat die unmögliche Form ${flaw.shape.map(large).join(' × ')}.`
    case 'tensor-type':
      return `Der Tensor ${flaw.tensor} hat den unbekannten Typ ${flaw.type}.`
    case 'tensor-rows':
      return `Der Tensor ${flaw.tensor} hat Zeilen mit ${counted(flaw.rowElements, 'Element', 'Elementen')}, aber ${flaw.typeName} packt Blöcke von ${flaw.blockElements}.`
    case 'tensor-size':
      return `Der Tensor ${flaw.tensor} ist zu groß (${formatCount(flaw.bytes)} Bytes).`
  }
}

export function splitFlawText(flaw: SplitFlaw): string {
  switch (flaw.kind) {
    case 'part-number-missing':
      return 'Die Datei gibt nicht an, welcher Teil sie ist.'
    case 'tensor-count-missing':
      return 'Die Datei gibt nicht an, wie viele Tensoren alle Teile zusammen enthalten.'
    case 'too-many-parts':
      return `Nach ihrer Angabe hat das Modell ${formatCount(flaw.parts)} Teile. Das sind zu viele.`
    case 'named-as-other-part':
      return `Sie ist der erste Teil, heißt aber wie Teil ${flaw.namedPart}.`
    case 'other-part':
      return `Sie ist Teil ${flaw.part}, heißt aber wie Teil ${flaw.expectedPart}.`
    case 'tensor-twice':
      return `Den Tensor ${flaw.tensor} enthält auch ein anderer Teil.`
    case 'too-many-tensors':
      return `Die Teile enthalten mehr als die erwarteten ${formatCount(flaw.expectedTensors)} Tensoren.`
    case 'tensor-count':
      return `Die Teile enthalten ${formatCount(flaw.tensors)} statt ${formatCount(flaw.expectedTensors)} Tensoren.`
  }
}

const otherFiles: Readonly<Record<OtherFile, string>> = {
  diffusers: 'Das ist die Konfiguration eines Bildmodells (diffusers).',
  adapter: 'Das ist die Konfiguration eines Adapters (LoRA). Verwenden Sie die seines Basismodells.',
  'weight-index': 'Das ist das Verzeichnis der Gewichtsdateien (model.safetensors.index.json).',
  tokenizer: 'Das ist eine tokenizer.json.',
  'tokenizer-config': 'Das ist eine tokenizer_config.json.',
  processor: 'Das ist die Konfiguration eines Bild- oder Audioprozessors (preprocessor_config.json).',
  'generation-config': 'Das ist eine generation_config.json.',
  package: 'Das ist eine package.json.',
}

/** Also describes a kind without its limits. */
function valueText(value: ConfigValue | { readonly kind: ConfigValue['kind'] }): string {
  switch (value.kind) {
    case 'whole-number':
      return 'least' in value ? `eine ganze Zahl von ${value.least} bis ${value.most}` : 'eine ganze Zahl'
    case 'whole-numbers':
      return 'mostItems' in value ? `eine Liste von höchstens ${value.mostItems} ganzen Zahlen` : 'eine Liste ganzer Zahlen'
    case 'words':
      return 'mostItems' in value ? `eine Liste von höchstens ${value.mostItems} Zeichenketten` : 'eine Liste von Zeichenketten'
    case 'objects':
      return 'mostItems' in value ? `eine Liste von höchstens ${value.mostItems} Objekten` : 'eine Liste von Objekten'
    case 'word':
      return 'eine Zeichenkette'
    case 'flag':
      return 'true oder false'
    case 'object':
      return 'ein Objekt'
  }
}

export function configFlawText(flaw: ConfigFlaw): string {
  switch (flaw.kind) {
    case 'empty':
      return 'Diese config.json ist leer.'
    case 'list':
      return 'Das ist eine Liste, vielleicht eine modules.json. Die config.json eines Modells ist ein Objekt: {"model_type": "llama", …}.'
    case 'single-value':
      return 'Das ist ein einzelner Wert. Die config.json eines Modells ist ein Objekt: {"model_type": "llama", …}.'
    case 'hybrid-pattern':
      return '"hybrid_override_pattern" muss für jede Schicht "M", "*", "-" oder "E" enthalten.'
    case 'hybrid-layers':
      return `"hybrid_override_pattern" hat ${flaw.patternLayers} Schichten, "num_hidden_layers" ist aber ${flaw.layers}.`
    case 'too-long':
      return `Diese config.json hat ${formatCount(flaw.characters)} Zeichen. Die config.json eines Modells hat einige tausend.`
    case 'json':
      return `Das ist kein gültiges JSON: „${flaw.quoted}“.`
    case 'llama.cpp':
      return `llama.cpp würde das Modell nicht laden, das diese config.json beschreibt: „${flaw.quoted}“.`
    case 'other-file':
      return otherFiles[flaw.file]
    case 'key-missing':
      return `${missing(flaw)} Erwartet wird ${valueText({ kind: flaw.expected })}, zum Beispiel "${flaw.key}": ${flaw.example}.`
    case 'key-wrong':
      return `"${flaw.key}" ist ${flaw.found}. Erwartet wird ${valueText(flaw.expected)}, zum Beispiel "${flaw.key}": ${flaw.example}.`
  }
}

function missing({ key, section, isAlsoAtTop }: Extract<ConfigFlaw, { readonly kind: 'key-missing' }>): string {
  if (section === null) return `"${key}" fehlt.`
  return isAlsoAtTop ? `"${key}" fehlt in "${section}" und auf der obersten Ebene.` : `"${key}" fehlt in "${section}".`
}
