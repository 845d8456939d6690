/** The user types this to confirm "Delete everything". */
export const deletionWords = 'delete everything'
