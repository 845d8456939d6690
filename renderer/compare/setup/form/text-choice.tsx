import { FileText } from 'lucide-react'
import { useEffect, useState } from 'react'
import { compareTextCharacters } from '../../../../core/contract/compare/compare-limits'
import type { BundledText } from '../../../../core/contract/compare/compare-runs'
import { formatCount } from '../../../../core/text/amounts'
import { useApp } from '../../../client/use-app'
import { Choice } from '../../../ui/controls/choice'
import { FileButton } from '../../../ui/controls/file-button'
import { Problem, TextField } from '../../../ui/fields/form-field'
import { changeSetup, setupStore, switchPart, useSetup } from '../setup-store'

const own = 'own text'
const ofRun = 'text of a run'

/** Longer text is described, not shown: a field with four million characters would freeze the window. */
const shownCharacters = 20_000

export function TextChoice({ problem }: { readonly problem: string | undefined }) {
  const text = useSetup((setup) => setup.text)
  const texts = useBundledTexts()
  const chosen = text === null ? '' : text.source === 'own' ? own : text.source === 'run' ? ofRun : `bundled ${text.name}`
  const about = text?.source === 'bundled' ? texts.find(({ name }) => name === text.name)?.about : undefined
  return (
    <div className="flex flex-col gap-1.5">
      <Choice
        label="Text"
        value={chosen}
        placeholder="Choose a text"
        options={[
          ...texts.map(({ name, title, characters }) => ({
            value: `bundled ${name}`,
            label: title,
            note: `${formatCount(characters)} characters`,
          })),
          { value: own, label: 'Your own text', note: 'Paste it, or drop a .txt file on this window.' },
          ...(text?.source === 'run' ? [{ value: ofRun, label: `${text.name}, as in the run before` }] : []),
        ]}
        onChange={(value) => {
          if (value === own) changeSetup({ text: { source: 'own', name: 'pasted text', text: '' } })
          else if (value !== ofRun) changeSetup({ text: { source: 'bundled', name: value.slice('bundled '.length) } })
        }}
      />
      {about && <p className="text-[12px] text-faint leading-snug">{about}</p>}
      {text?.source === 'own' ? <OwnText name={text.name} text={text.text} problem={problem} /> : <Problem text={problem} />}
    </div>
  )
}

/** The first text is used until the user chooses. */
function useBundledTexts(): readonly BundledText[] {
  const host = useApp((state) => state.host)
  const [texts, setTexts] = useState<readonly BundledText[]>([])
  useEffect(() => {
    host?.compare.texts().then(
      (found) => {
        setTexts(found)
        if (setupStore.getState().text === null && found[0]) changeSetup({ text: { source: 'bundled', name: found[0].name } })
      },
      (error: unknown) => console.warn('texts', error),
    )
  }, [host])
  return texts
}

/** UTF-8. A larger file, which may have gigabytes, is cut before it is read. */
const mostBytesPerCharacter = 3

export async function takeText(file: File): Promise<void> {
  changeSetup({
    text: {
      source: 'own',
      name: file.name,
      text: (await file.slice(0, compareTextCharacters * mostBytesPerCharacter).text()).slice(0, compareTextCharacters),
    },
  })
  switchPart('quality', true)
}

function OwnText({ name, text, problem }: { readonly name: string; readonly text: string; readonly problem: string | undefined }) {
  return (
    <>
      {text.length <= shownCharacters && (
        <TextField
          label="Your text"
          meaning="At least as long as two chunks; some thousand tokens give figures with small errors."
          value={text}
          placeholder="Paste a text here."
          lines={5}
          onChange={(changed) =>
            changeSetup({ text: { source: 'own', name: 'pasted text', text: changed.slice(0, compareTextCharacters) } })
          }
        />
      )}
      <div className="flex flex-wrap items-center gap-2">
        <FileButton className="h-7" label="Text file" accept=".txt,.md,text/plain" onFile={(file) => void takeText(file)}>
          <FileText size={13} aria-hidden /> Choose a .txt file…
        </FileButton>
        <span className="min-w-0 truncate text-[12px] text-faint" title={name}>
          {name}, {formatCount(text.length)} characters{text.length === compareTextCharacters && ', cut there'}
        </span>
      </div>
      <Problem text={problem} />
    </>
  )
}
