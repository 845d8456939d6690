/** Paths of any system, as text. */

/** The last name of a path; the whole path if it ends with a separator. */
export const fileNameOf = (path: string): string => path.split(/[\\/]/).at(-1) || path

/** The path without its last name; '' if there is only one. */
export const folderOf = (path: string): string => path.replace(/[\\/]?[^\\/]*$/, '')
