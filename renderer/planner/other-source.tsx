import { FolderOpen } from 'lucide-react'
import { useState } from 'react'
import { copy } from '../../core/copy/copy'
import { Button } from '../ui/controls/button'
import { FileButton } from '../ui/controls/file-button'
import { fileChoice, locationChoice } from './plan/plan-choice'
import { choose } from './plan/planner-store'

const field =
  'w-full rounded-md border border-line-strong bg-raised px-2.5 font-mono text-[12px] placeholder:text-faint placeholder:font-sans'

/** Reads only the header, and neither downloads nor copies the model. */
export function OtherSource() {
  return (
    <div className="flex flex-col gap-3">
      <OpenFile />
      <Address />
      <ConfigText />
    </div>
  )
}

const OpenFile = () => (
  <FileButton label={copy.planner.sources.file.label} accept=".gguf,.json" onFiles={([file]) => void choose(fileChoice(file))}>
    <FolderOpen size={15} aria-hidden /> {copy.planner.sources.file.open}
  </FileButton>
)

function Address() {
  const [location, setLocation] = useState('')
  const { label, placeholder, plan } = copy.planner.sources.address
  return (
    <form
      className="flex gap-1.5"
      onSubmit={(event) => {
        event.preventDefault()
        if (location.trim() !== '') void choose(locationChoice(location.trim()))
      }}
    >
      <input
        aria-label={label}
        placeholder={placeholder}
        value={location}
        onChange={(event) => setLocation(event.target.value)}
        className={`h-8 min-w-0 ${field}`}
      />
      <Button type="submit" disabled={location.trim() === ''} className="px-2.5">
        {plan}
      </Button>
    </form>
  )
}

function ConfigText() {
  const [text, setText] = useState('')
  const { label, placeholder, plan } = copy.planner.sources.config
  return (
    <form
      className="flex flex-col gap-1.5"
      onSubmit={(event) => {
        event.preventDefault()
        if (text.trim() !== '') void choose({ kind: 'config', text, name: 'config.json' })
      }}
    >
      <textarea
        aria-label={label}
        placeholder={placeholder}
        rows={4}
        spellCheck={false}
        value={text}
        onChange={(event) => setText(event.target.value)}
        className={`resize-y py-1.5 ${field}`}
      />
      {text.trim() !== '' && <Button type="submit">{plan}</Button>}
    </form>
  )
}
