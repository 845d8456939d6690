import { copy } from '../../../core/copy/copy'
import { addFolder, move } from '../conversation/list-actions'
import { nameFolder } from './list-store'

/** Makes a folder with these conversations, whose name the user types next. */
export async function makeFolder(conversationIds: readonly string[] = []): Promise<void> {
  const folder = await addFolder(copy.chat.list.folder.new)
  if (!folder) return
  if (conversationIds.length > 0) await move(conversationIds, folder.id)
  nameFolder(folder.id)
}
