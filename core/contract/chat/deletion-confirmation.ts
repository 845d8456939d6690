export const deletionConfirmation = 'delete everything'
