import { useState } from 'react'
import { type ModelOrigin, managingProgram } from '../../../core/contract/models/model-origins'
import type { ModelFile } from '../../../core/contract/models/models'
import { copy } from '../../../core/copy/copy'
import { isDesktop } from '../../client/transport'
import { modelChoice } from '../../planner/plan/plan-choice'
import { choose } from '../../planner/plan/planner-store'
import { MoreItem, MoreMenu, MoreSeparator } from '../../ui/controls/more-menu'
import { Question } from '../../ui/question'
import { usePreferences } from '../../window/preference-store'
import { showScreen } from '../../window/window-store'
import { act } from './library-store'
import { forget } from './model-actions'
import { TemplateDialog } from './template-dialog'

/** The next scan would list models of these origins again. */
const relisted: readonly ModelOrigin[] = ['folder', 'lm-studio', 'ollama', 'jan', 'hugging-face']

/** Files of other programs stay in place. */
const importable: readonly ModelOrigin[] = ['opened', 'folder']

export function ModelMenu({ file, isInUse }: { readonly file: ModelFile; readonly isInUse: boolean }) {
  const [open, setOpen] = useState<'template' | 'removal'>()
  const isOurs = file.origin === 'embedded'
  const program = managingProgram(file.origin)
  const close = () => setOpen(undefined)
  const texts = copy.models.menu
  const details = usePreferences((values) => values.details)
  return (
    <>
      <MoreMenu of={file.name} size="row">
        {details && (
          <>
            <MoreItem disabled={file.missing} onClick={() => plan(file)}>
              {texts.plan}
            </MoreItem>
            <MoreItem disabled={file.missing} onClick={() => setOpen('template')}>
              {texts.template}
            </MoreItem>
          </>
        )}
        {isDesktop ? (
          <MoreItem disabled={file.missing} onClick={() => void act((host) => host.library.reveal({ modelId: file.id }))}>
            {texts.reveal}
          </MoreItem>
        ) : (
          <MoreItem onClick={() => void navigator.clipboard.writeText(file.path)}>{texts.copyPath}</MoreItem>
        )}
        {importable.includes(file.origin) && (
          <>
            <MoreSeparator />
            <MoreItem disabled={file.missing} onClick={() => bring(file, 'copy')}>
              {texts.copyIn}
            </MoreItem>
            <MoreItem disabled={file.missing || isInUse} onClick={() => bring(file, 'move')}>
              {texts.moveIn}
            </MoreItem>
          </>
        )}
        <MoreSeparator />
        {!relisted.includes(file.origin) && (
          <MoreItem disabled={isInUse || isOurs} onClick={() => void forget(file.id)}>
            {texts.forget}
          </MoreItem>
        )}
        <MoreItem danger disabled={isInUse || isOurs || program !== null || file.missing} onClick={() => setOpen('removal')}>
          {program ? texts.removeElsewhere(program) : texts.remove}
        </MoreItem>
      </MoreMenu>
      <Question
        isOpen={open === 'removal'}
        title={texts.removal.title(file.name)}
        text={texts.removal.text(file.parts, file.sizeBytes, file.path, isDesktop)}
        no={texts.removal.keep}
        yes={texts.removal.remove}
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
