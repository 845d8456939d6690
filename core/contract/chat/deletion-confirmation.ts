/** Typed to confirm "Delete everything". */
export const deletionConfirmation = 'delete everything'
