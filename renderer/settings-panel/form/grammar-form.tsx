import { FolderOpen } from 'lucide-react'
import { useId, useState } from 'react'
import type { AnswerGrammar } from '../../../core/contract/settings/sampling'
import { type GrammarKind, grammarCharacters, grammarKinds } from '../../../core/contract/settings/setting-ranges'
import { copy } from '../../../core/copy/copy'
import { type ShownFailure, shownFailure } from '../../client/failures'
import { textOf } from '../../client/sendable'
import { SettingReset } from '../../settings/setting-reset'
import { FailureAlert } from '../../ui/alert'
import { Choice } from '../../ui/controls/choice'
import { FileButton } from '../../ui/controls/file-button'
import { Problem } from '../../ui/fields/form-field'
import { SettingRow } from '../../ui/fields/setting-row'
import { type GrammarState, grammarState } from './grammar-problem'

export interface GrammarFormProps {
  readonly value: AnswerGrammar | null
  readonly onChange: (grammar: AnswerGrammar | null) => void
}

const startTexts: Readonly<Record<GrammarKind, string>> = {
  'json-schema': '{ "type": "object" }',
  gbnf: 'root ::= "yes" | "no"',
}

export function GrammarForm({ value, onChange }: GrammarFormProps) {
  // Texts of the other choices, so that trying one loses nothing.
  const [texts, setTexts] = useState(startTexts)
  const { fields, grammar } = copy.settings
  const choose = (kind: GrammarKind | 'none') => {
    if (value) setTexts({ ...texts, [value.kind]: value.text })
    onChange(kind === 'none' ? null : { kind, text: kind === value?.kind ? value.text : texts[kind] })
  }
  return (
    <>
      <SettingRow mark={<SettingReset of="grammar" />} name={fields.grammar.name} explanation={fields.grammar.explanation}>
        <Choice
          label={fields.grammar.label}
          value={value?.kind ?? 'none'}
          options={(['none', ...grammarKinds] as const).map((kind) => ({ value: kind, label: grammar.kinds[kind] }))}
          onChange={choose}
        />
      </SettingRow>
      {value && <GrammarText value={value} onChange={onChange} />}
    </>
  )
}

function GrammarText({ value, onChange }: { readonly value: AnswerGrammar; readonly onChange: (grammar: AnswerGrammar) => void }) {
  const [trouble, setTrouble] = useState<ShownFailure>()
  const id = useId()
  const state = grammarState(value)
  const { grammar } = copy.settings
  const open = async (file: File) => {
    try {
      onChange({ ...value, text: await textOf(file, grammarCharacters) })
      setTrouble(undefined)
    } catch (error) {
      setTrouble(shownFailure(error))
    }
  }
  return (
    <div className="border-line-strong border-l-2 pl-3">
      <textarea
        aria-label={grammar.kinds[value.kind]}
        aria-invalid={state.problem !== undefined}
        aria-describedby={id}
        rows={6}
        maxLength={grammarCharacters}
        spellCheck={false}
        value={value.text}
        onChange={(event) => onChange({ ...value, text: event.target.value })}
        className="block w-full resize-y rounded-md border border-line-strong bg-raised px-2.5 py-1.5 font-mono text-[12px] text-ink aria-[invalid=true]:border-danger"
      />
      <div id={id}>
        <Problem text={state.problem} />
        <Notes state={state} />
      </div>
      <div className="flex flex-col gap-2 py-1">
        <FileButton className="self-end" label={grammar.fileLabel} accept=".json,.gbnf,.txt" onFiles={([file]) => void open(file)}>
          <FolderOpen size={15} aria-hidden /> {grammar.openFile}
        </FileButton>
        {trouble && <FailureAlert failure={trouble} onDismiss={() => setTrouble(undefined)} />}
      </div>
    </div>
  )
}

const Notes = ({ state }: { readonly state: GrammarState }) =>
  state.notes.map((note) => (
    <p key={note} className="mt-0.5 text-[12px] text-faint leading-snug [overflow-wrap:anywhere]">
      {note}
    </p>
  ))
