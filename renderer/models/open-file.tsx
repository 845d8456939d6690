import { FolderOpen } from 'lucide-react'
import { copy } from '../../core/copy/copy'
import { isDesktop } from '../client/transport'
import { Button } from '../ui/controls/button'
import { FileButton } from '../ui/controls/file-button'
import { openByDialog, openFile } from './library/model-actions'

/** Browsers hide paths, so there a chosen file is copied into Headroom's folder. */
export const OpenFile = () =>
  isDesktop ? (
    <Button onClick={() => void openByDialog()}>
      <FolderOpen size={15} aria-hidden /> {copy.models.openFile}
    </Button>
  ) : (
    <FileButton label={copy.models.file} accept=".gguf" onFiles={([file]) => void openFile(file)}>
      <FolderOpen size={15} aria-hidden /> {copy.models.uploadFile}
    </FileButton>
  )
