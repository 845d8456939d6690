import { createStore } from 'zustand/vanilla'

export interface ListState {
  /** Ids of conversations. undefined outside the selection mode. */
  readonly selected: ReadonlySet<string> | undefined
  /** A range begins at the conversation that was clicked last. */
  readonly anchorId: string | null
  readonly isBinOpen: boolean
  /** The folder whose name is being typed. */
  readonly namingFolderId: string | null
  /** The conversation whose title is being typed. */
  readonly renamingId: string | null
}

export const listStore = createStore<ListState>(() => ({
  selected: undefined,
  anchorId: null,
  isBinOpen: false,
  namingFolderId: null,
  renamingId: null,
}))
const { getState, setState } = listStore

export function toggleSelected(id: string): void {
  const selected = new Set(getState().selected)
  if (!selected.delete(id)) selected.add(id)
  setState({ selected, anchorId: id })
}

/** `ids` are all conversations that can be selected, in the order on screen. Without an anchor, the range is only the clicked conversation. */
export function selectRange(ids: readonly string[], id: string): void {
  const { anchorId, selected } = getState()
  const from = ids.indexOf(anchorId ?? id)
  const to = ids.indexOf(id)
  if (to < 0) return
  const range = from < 0 ? [id] : ids.slice(Math.min(from, to), Math.max(from, to) + 1)
  setState({ selected: new Set([...(selected ?? []), ...range]), anchorId: from < 0 ? id : (anchorId ?? id) })
}

export const selectAll = (ids: readonly string[]): void => setState({ selected: new Set(ids) })
export const setAnchor = (anchorId: string): void => setState({ anchorId })
export const endSelection = (): void => setState({ selected: undefined })
/** Ends the selection mode, whose rows have checkboxes. */
export const nameConversation = (renamingId: string | null): void => setState({ renamingId, selected: undefined })
export const openBin = (isBinOpen: boolean): void => setState({ isBinOpen })
export const nameFolder = (namingFolderId: string | null): void => setState({ namingFolderId })
