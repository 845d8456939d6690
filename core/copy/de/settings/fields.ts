import type { fields as english } from '../../en/settings/fields'

type Field = (typeof english)['keyType']

const field = (name: string, explanation: string, label = name): Field => ({ name, label, explanation })

export const fields: typeof english = {
  keyType: field('K-Typ', 'So werden Keys gespeichert. Mit wenigen Bit verlieren Keys mehr Genauigkeit als Values.'),
  valueType: field('V-Typ', 'So werden Values gespeichert. Ein quantisierter Typ braucht Flash Attention.'),
  contextTokens: field(
    'Kontext',
    'So viele Tokens kann eine Unterhaltung halten. Leer: die Länge, für die das Modell trainiert wurde, höchstens 8.192 und so viel der Speicher zulässt. llama.cpp rundet auf ein Vielfaches von 256 Zellen auf.',
    'Kontext in Tokens',
  ),
  sequences: field(
    'Sequenzen',
    'So viele Unterhaltungen behalten gleichzeitig ihren Cache und können gleichzeitig beantwortet werden. Jede braucht einen ganzen Cache.',
  ),
  batchTokens: field(
    'Batch',
    'So viele Prompt-Tokens werden auf einmal verarbeitet. Mehr ist bis zu einem Punkt schneller und braucht größere Rechenpuffer und Sliding-Window-Caches.',
    'Batch in Tokens',
  ),
  flashAttention: field(
    'Flash Attention',
    'Berechnet die Attention in Kacheln, ohne die ganze Score-Matrix. Ein quantisiertes V braucht sie.',
  ),
  swaFullCache: field(
    'Voller Sliding-Window-Cache',
    'Gibt Schichten mit Sliding Window einen Cache, der so lang ist wie der Kontext. Das braucht mehr Speicher, dafür lässt sich jeder frühere Punkt wiederverwenden. Ohne Wirkung bei Modellen ohne Fenster.',
  ),
  checkpointMebibytes: field(
    'Prüfpunkte, MiB',
    'Kopien eines Sliding Window oder eines rekurrenten Zustands im RAM, je Sequenz. Von ihnen aus kann die Unterhaltung weitergehen. Die ältesten werden zuerst entfernt. Leer: 256 MiB oder ein Achtel des Caches, wenn das mehr ist. 0: keine. Ohne Wirkung bei Modellen, die nur volle Attention haben.',
    'Speicher für Prüfpunkte in MiB',
  ),
  threads: field(
    'Threads',
    'Für eine einzelne Antwort. Leer: Headroom misst beim Anlegen des Kontexts die beste Zahl, höchstens einen je physischem Kern. Prompts und mehrere Antworten zugleich nutzen alle physischen Kerne. Solange andere Programme das Gerät brauchen, nutzt Headroom weniger.',
  ),
  gpuBackend: field(
    'Backend',
    'Der Teil dieses Computers, der rechnet: eine Grafikkarte oder die CPU. Automatisch nimmt den besten, der hier funktioniert. Eine Änderung lädt das Modell neu.',
  ),
  gpuLayers: field(
    'GPU-Schichten',
    'Schichten, deren Gewichte und Cache auf der GPU sind. Leer: so viele, wie passen. Eine Änderung lädt das Modell neu.',
  ),

  temperature: field('Temperatur', '0 wählt immer das wahrscheinlichste Token. Höhere Werte lassen auch weniger wahrscheinliche zu.'),
  topK: field('Top k', 'Nur die k wahrscheinlichsten Tokens kommen infrage; 0: alle.'),
  topP: field('Top p', 'Nur die wahrscheinlichsten Tokens, die zusammen diese Wahrscheinlichkeit erreichen, kommen infrage; 1: alle.'),
  minP: field('Min p', 'Tokens, die unwahrscheinlicher sind als dieser Anteil des wahrscheinlichsten, fallen weg; 0: keine.'),
  repeatPenalty: field('Strafe für Wiederholung', 'Macht kürzlich verwendete Tokens unwahrscheinlicher; 1: aus.'),
  repeatPenaltyTokens: field(
    'Letzte n (Strafen)',
    'So viele der letzten Tokens berücksichtigen die drei Strafen, auch die des Prompts (--repeat-last-n von llama.cpp); 0 schaltet die Strafen aus.',
    'Letzte n Tokens für Strafen',
  ),
  frequencyPenalty: field(
    'Häufigkeitsstrafe',
    'Senkt den Logit eines Tokens um diesen Wert für jedes Mal, das es verwendet wurde; 0: aus. Negative Werte fördern Wiederholungen.',
  ),
  presencePenalty: field(
    'Präsenzstrafe',
    'Senkt den Logit jedes verwendeten Tokens um diesen Wert, egal wie oft es verwendet wurde; 0: aus. Negative Werte fördern Wiederholungen.',
  ),
  dryMultiplier: field(
    'DRY-Faktor',
    'DRY senkt den Logit eines Tokens, das eine Wiederholung fortsetzen würde, umso mehr, je länger sie ist. 0 schaltet DRY aus; üblich ist 0,8.',
  ),
  dryBase: field('DRY-Basis', 'So schnell wächst die Strafe mit der Länge: Faktor × Basis ^ (Länge − erlaubte Länge).'),
  dryAllowedLength: field('DRY erlaubte Länge', 'Kürzere Wiederholungen bleiben ohne Strafe.', 'Erlaubte Länge für DRY in Tokens'),
  dryLastTokens: field(
    'Letzte n (DRY)',
    'In so vielen der letzten Tokens sucht DRY nach Wiederholungen. Leer: in allen Tokens der Antwort. Den Prompt sieht DRY nicht.',
    'Letzte n Tokens für DRY',
  ),
  drySequenceBreakers: field(
    'DRY-Trenntexte, einer je Zeile',
    'Über diese Texte hinweg zählt keine Wiederholung. \\n steht für eine neue Zeile.',
  ),
  xtcProbability: field(
    'XTC-Wahrscheinlichkeit',
    'So oft entfernt XTC die wahrscheinlichsten Tokens, außer dem unwahrscheinlichsten über der Schwelle. 0 schaltet XTC aus.',
  ),
  xtcThreshold: field('XTC-Schwelle', 'XTC entfernt nur Tokens, die mindestens so wahrscheinlich sind.'),
  logitBias: field(
    'Logit-Bias, einer je Zeile',
    'Text = Bias, von −100 (nie) bis 100 (immer). Besteht der Text aus mehreren Tokens, bekommt jedes den Bias. #15043 ist das Token mit dieser ID. Leerzeichen vor dem Text zählen: Ein Wort mit einem Leerzeichen davor ist meist ein anderes Token.',
  ),
  maxTokens: field(
    'Längste Antwort',
    'So viele Tokens kann eine Antwort höchstens haben. Leer: Sie endet, wenn das Modell sie beendet oder wenn der Kontext voll ist und Headroom keinen Platz schaffen kann.',
    'Längste Antwort in Tokens',
  ),
  thinking: field('Überlegen', 'Ob das Modell seine Überlegungen aufschreibt, bevor es antwortet. Wird über das Chat-Template gesetzt.'),
  reasoningEffort: field('Aufwand', 'Wie viel das Modell überlegt. Das Chat-Template sagt es ihm.', 'Aufwand beim Überlegen'),
  reasoningBudgetTokens: field(
    'Längste Überlegung',
    'Nach so vielen Tokens muss das Modell seine Überlegungen beenden und antworten. Leer: Es entscheidet selbst.',
    'Längste Überlegung in Tokens',
  ),
  keepReasoning: field(
    'Frühere Überlegungen',
    'Ob die Überlegungen früherer Antworten im Prompt bleiben. Bleiben sie, belegen sie Zellen. Fallen sie weg, rückt die Antwort danach im Kontext nach vorn und wird mit Ihrer nächsten Nachricht noch einmal verarbeitet.',
  ),
  toolChoice: field(
    'Tool-Wahl',
    'Ob das Modell die Tools einer Unterhaltung aufrufen darf (tool_choice von OpenAI). „Keine“ lässt die Tools im Prompt, damit nichts neu verarbeitet wird. Nach dem Ergebnis eines verlangten Aufrufs antwortet das Modell frei.',
  ),
  bindCalls: field(
    'Gültige Aufrufe',
    'Vom Beginn eines Aufrufs an bindet eine Grammatik das Modell an die Namen der Tools und an die Schemas ihrer Argumente. Während eines Aufrufs ruht die Spekulation.',
  ),
  parallelCalls: field(
    'Mehrere Aufrufe',
    'Ob eine Antwort mehrere Aufrufe enthalten darf (parallel_tool_calls von OpenAI). Wirkt nur, wenn „Gültige Aufrufe“ eingeschaltet ist oder ein Aufruf verlangt wird.',
  ),
  seed: field(
    'Seed',
    'Derselbe Seed, derselbe Prompt, dieselben Einstellungen und dieselbe Anzahl Antworten ergeben meist dieselbe Antwort. Mit einer anderen Zahl von Threads rundet llama.cpp anders. Leer: jedes Mal ein neuer Seed.',
  ),
  speculation: field(
    'Spekulation',
    'Berechnet mehrere wahrscheinliche Tokens auf einmal und behält die, die das Modell selbst gewählt hätte. Die Antwort bleibt dieselbe. Prompt-Lookup schlägt vor, was früher auf dieselben Tokens folgte; ein Entwurfsmodell ist ein kleineres Modell derselben Familie. Wenn die Spekulation eine Antwort verlangsamt, schaltet sie sich bis zur nächsten selbst ab.',
  ),
  draftModelId: field(
    'Entwurfsmodell',
    'Ein kleineres Modell derselben Familie mit demselben Vokabular (--model-draft von llama.cpp). Es wird zusätzlich geladen, mit einem f16-Cache aus ebenso vielen Zellen.',
  ),
  draftMax: field(
    'Entwurf max.',
    'So viele Tokens schreibt das Entwurfsmodell höchstens voraus (--spec-draft-n-max von llama.cpp). Die Zahl richtet sich danach, wie viele Tokens richtig waren.',
    'Entwurf, höchstens Tokens',
  ),
  draftPMin: field(
    'Entwurf p min',
    'Ein Entwurf endet vor dem ersten Token, das das Entwurfsmodell für unwahrscheinlicher als diesen Wert hält (--spec-draft-p-min von llama.cpp). Höhere Werte ergeben kürzere Entwürfe, die öfter richtig sind.',
  ),
  ignoreEndOfText: field(
    'Nie beenden',
    'Übergeht das Textende des Modells (--ignore-eos von llama.cpp): Die Antwort geht weiter, bis Sie sie stoppen, bis „Längste Antwort“ erreicht ist oder bis der Kontext voll ist und Headroom keinen Platz schaffen kann. Für Messungen.',
  ),
  grammar: field(
    'Antwortformat',
    'Bindet die Antwort an ein JSON-Schema (--json-schema von llama.cpp) oder an eine Grammatik in GBNF (--grammar). Das Nachdenken bleibt frei. Spekulation und „Nie beenden“ wirken bei einer solchen Antwort nicht.',
  ),
  stopTexts: field('Stopptexte, einer je Zeile', 'Beim ersten dieser Texte endet eine Antwort.'),
}
