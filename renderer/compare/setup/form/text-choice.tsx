import { FileText } from 'lucide-react'
import { useEffect, useState } from 'react'
import { compareTextCharacters } from '../../../../core/contract/compare/compare-limits'
import type { BundledText } from '../../../../core/contract/compare/compare-runs'
import { copy } from '../../../../core/copy/copy'
import { useApp } from '../../../client/use-app'
import { Choice } from '../../../ui/controls/choice'
import { FileButton } from '../../../ui/controls/file-button'
import { Problem, TextField } from '../../../ui/fields/form-field'
import { changeSetup, setupStore, switchPart, useSetup } from '../setup-store'

const own = 'own text'
const ofRun = 'text of a run'

/** Millions of characters would freeze the field. */
const shownCharacters = 20_000

export function TextChoice({ problem }: { readonly problem: string | undefined }) {
  const labels = copy.compare.text
  const text = useSetup((setup) => setup.text)
  const texts = useBundledTexts()
  const chosen = text === null ? '' : text.source === 'own' ? own : text.source === 'run' ? ofRun : `bundled ${text.name}`
  const about = text?.source === 'bundled' ? texts.find(({ name }) => name === text.name) : undefined
  return (
    <div className="flex flex-col gap-1.5">
      <Choice
        label={labels.label}
        value={chosen}
        placeholder={labels.placeholder}
        options={[
          ...texts.map(({ name, characters }) => ({
            value: `bundled ${name}`,
            label: labels.bundled[name].title,
            note: labels.characters(characters),
          })),
          { value: own, label: labels.own.name, note: labels.own.note },
          ...(text?.source === 'run' ? [{ value: ofRun, label: labels.ofRun(text.name || labels.pasted) }] : []),
        ]}
        onChange={(value) => {
          if (value === own) changeSetup({ text: { source: 'own', name: '', text: '' } })
          else if (value !== ofRun) changeSetup({ text: { source: 'bundled', name: value.slice('bundled '.length) } })
        }}
      />
      {about && <p className="text-[12px] text-faint leading-snug">{labels.bundled[about.name].about}</p>}
      {text?.source === 'own' ? <OwnText name={text.name} text={text.text} problem={problem} /> : <Problem text={problem} />}
    </div>
  )
}

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

/** In UTF-8. Limits how much of a large file is read. */
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
  const labels = copy.compare.text
  const title = name || labels.pasted
  return (
    <>
      {text.length <= shownCharacters && (
        <TextField
          {...labels.field}
          value={text}
          lines={5}
          onChange={(changed) => changeSetup({ text: { source: 'own', name: '', text: changed.slice(0, compareTextCharacters) } })}
        />
      )}
      <div className="flex flex-wrap items-center gap-2">
        <FileButton className="h-7" label={labels.file.label} accept=".txt,.md,text/plain" onFiles={([file]) => void takeText(file)}>
          <FileText size={13} aria-hidden /> {labels.file.choose}
        </FileButton>
        <span className="min-w-0 truncate text-[12px] text-faint" title={title}>
          {labels.size(title, text.length, text.length === compareTextCharacters)}
        </span>
      </div>
      <Problem text={problem} />
    </>
  )
}
