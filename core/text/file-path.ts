/** Paths of any system, as text: core knows no file system. */

/** The last name of a path; the whole where it has none. */
export const fileNameOf = (path: string): string => path.split(/[\\/]/).at(-1) || path

/** What stands before the last name; '' where nothing does. */
export const folderOf = (path: string): string => path.replace(/[\\/]?[^\\/]*$/, '')
