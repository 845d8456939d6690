import { formatCount } from '../../../text/amounts'
import { counted } from '../../words/en'

export const list = {
  empty: 'Conversations appear here. They stay on this machine.',

  pinned: 'Pinned',
  /** Headings by the day of the last change. */
  days: { today: 'Today', yesterday: 'Yesterday', lastWeek: 'Last 7 days', earlier: 'Earlier' },

  search: {
    label: 'Search conversations',
    placeholder: 'Search',
    clear: 'Clear the search',
    results: 'Search results',
    found: (hits: number, query: string): string => (hits === 0 ? `Nothing found for “${query}”` : counted(hits, 'result', 'results')),
    you: 'You:',
    model: 'Model:',
  },

  item: {
    answering: 'being answered',
    private: 'not kept',
    newTitle: 'New title',
    rename: 'Rename',
    duplicate: 'Duplicate',
    copyTitle: (title: string): string => (title === '' ? '' : `Copy of ${title}`),
    pin: 'Pin',
    unpin: 'Unpin',
    move: 'Move to folder',
    noFolder: 'Remove from folder',
    saveCache: 'Save the cache now',
    print: (isDesktop: boolean): string => (isDesktop ? 'Save as PDF…' : 'Print or save as PDF'),
    exportMarkdown: 'Export as Markdown',
    exportJson: 'Export as JSON',
    select: 'Select',
    remove: 'Delete',
  },

  folder: {
    new: 'New folder',
    make: 'Create a folder',
    name: 'Name of the folder',
    remove: 'Delete folder',
    removeTitle: (name: string): string => `Delete the folder “${name}”?`,
    removeText: (conversations: number): string =>
      conversations === 1 ? 'Its conversation stays in the list.' : `Its ${formatCount(conversations)} conversations stay in the list.`,
    removeNo: 'Cancel',
  },

  selection: {
    name: 'Selected conversations',
    count: (conversations: number): string => `${formatCount(conversations)} selected`,
    all: 'Select all',
    end: 'End the selection',
  },

  bin: {
    title: 'Recently deleted',
    kept: 'Deleted conversations stay here for 7 days. Chats that are not kept are gone when you close Headroom.',
    untilClosed: 'until Headroom is closed',
    daysLeft: (days: number): string => `${counted(days, 'day', 'days')} left`,
    restore: 'Restore',
    restoreNamed: (title: string): string => `Restore ${title}`,
    removeNow: 'Delete now',
    removeAll: 'Delete all for good',
    emptyTitle: (conversations: number): string =>
      conversations === 1
        ? 'Delete this conversation for good?'
        : `Delete ${counted(conversations, 'conversation', 'conversations')} for good?`,
    emptyText: 'The messages are removed from the disk. This cannot be undone.',
    emptyNo: 'Cancel',
    emptyYes: 'Delete for good',
  },
}
