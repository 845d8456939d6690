import { useState } from 'react'
import { type ModelOrigin, managingProgram } from '../../../core/contract/models/model-origins'
import type { ModelFile } from '../../../core/contract/models/models'
import { formatBytes } from '../../../core/text/amounts'
import { isDesktop } from '../../client/transport'
import { modelChoice } from '../../planner/plan/plan-choice'
import { choose } from '../../planner/plan/planner-store'
import { MoreItem, MoreMenu, MoreSeparator } from '../../ui/controls/more-menu'
import { Question } from '../../ui/question'
import { showScreen } from '../../window/window-store'
import { act } from './library-store'
import { forget } from './model-actions'
import { TemplateDialog } from './template-dialog'

/** Models listed because of a folder: the next scan would list them again. */
const comesBack: readonly ModelOrigin[] = ['folder', 'lm-studio', 'ollama', 'jan', 'hugging-face']

/** The user's own files outside Headroom's folder; files of other programs stay where they are. */
const bringable: readonly ModelOrigin[] = ['opened', 'folder']

export function ModelMenu({ file, isInUse }: { readonly file: ModelFile; readonly isInUse: boolean }) {
  const [open, setOpen] = useState<'template' | 'removal'>()
  const isOurs = file.origin === 'embedded'
  const program = managingProgram(file.origin)
  const close = () => setOpen(undefined)
  return (
    <>
      <MoreMenu of={file.name} size="row">
        <MoreItem disabled={file.missing} onClick={() => plan(file)}>
          Plan its memory
        </MoreItem>
        <MoreItem disabled={file.missing} onClick={() => setOpen('template')}>
          Chat template…
        </MoreItem>
        {isDesktop ? (
          <MoreItem disabled={file.missing} onClick={() => void act((host) => host.library.reveal({ modelId: file.id }))}>
            Show in its folder
          </MoreItem>
        ) : (
          <MoreItem onClick={() => void navigator.clipboard.writeText(file.path)}>Copy its path</MoreItem>
        )}
        {bringable.includes(file.origin) && (
          <>
            <MoreSeparator />
            <MoreItem disabled={file.missing} onClick={() => bring(file, 'copy')}>
              Copy into Headroom's folder
            </MoreItem>
            <MoreItem disabled={file.missing || isInUse} onClick={() => bring(file, 'move')}>
              Move into Headroom's folder
            </MoreItem>
          </>
        )}
        <MoreSeparator />
        {!comesBack.includes(file.origin) && (
          <MoreItem disabled={isInUse || isOurs} onClick={() => void forget(file.id)}>
            Take off the list
          </MoreItem>
        )}
        <MoreItem danger disabled={isInUse || isOurs || program !== null || file.missing} onClick={() => setOpen('removal')}>
          {program ? `Remove it with ${program}` : 'Remove from disk…'}
        </MoreItem>
      </MoreMenu>
      <Question
        isOpen={open === 'removal'}
        title={`Remove ${file.name} from the disk?`}
        text={removalText(file)}
        no="Keep it"
        yes="Remove"
        onNo={close}
        onYes={() => {
          close()
          void act((host) => host.library.removeFromDisk({ modelId: file.id }))
        }}
      />
      {open === 'template' && <TemplateDialog file={file} onClose={close} />}
    </>
  )
}

const bring = ({ path }: ModelFile, how: 'copy' | 'move') => void act((host) => host.library.take({ path, how }))

function plan(file: ModelFile): void {
  showScreen('planner')
  void choose(modelChoice(file))
}

function removalText({ parts, sizeBytes, path }: ModelFile): string {
  const files = parts > 1 ? `${parts} files, ${formatBytes(sizeBytes)} in all, from` : `A file of ${formatBytes(sizeBytes)}:`
  const fate = isDesktop ? 'It goes to the bin of this system.' : 'It is deleted for good. Conversations stay.'
  return `${files} ${path}. ${parts > 1 ? fate.replace('It goes', 'They go').replace('It is', 'They are') : fate}`
}
