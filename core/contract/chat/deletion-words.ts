/** To be typed by whoever deletes everything. */
export const deletionWords = 'delete everything'
