/** Returns the whole path if it ends with a separator. */
export const fileNameOf = (path: string): string => path.split(/[\\/]/).at(-1) || path

export const folderOf = (path: string): string => path.replace(/[\\/]?[^\\/]*$/, '')
