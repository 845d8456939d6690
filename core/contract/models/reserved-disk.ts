/** Downloads and other large files leave this much of the disk free for messages. */
export const reservedDiskBytes = 64 * 2 ** 20
