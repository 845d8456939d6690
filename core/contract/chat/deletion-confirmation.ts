/** The user types this to confirm "Delete everything". */
export const deletionConfirmation = 'delete everything'
