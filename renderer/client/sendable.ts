/** What a window may send at once, and which files it reads: checked here, because the headless host closes the connection of a larger message. */
import { coded } from '../../core/contract/errors/coded-error'
import { largestMessageBytes } from '../../core/contract/wire/message-limit'

/** Throws `message-too-large`. */
export function assertSendable(message: unknown): void {
  const sizeBytes = bytesOf(message)
  if (sizeBytes > largestMessageBytes) throw coded('message-too-large', { sizeBytes, limitBytes: largestMessageBytes })
}

/** The text of a file that is sent on. Throws `file-too-large` before anything of it is read. */
export async function textOf(file: File, limitBytes: number): Promise<string> {
  if (file.size > limitBytes) throw coded('file-too-large', { name: file.name, sizeBytes: file.size, limitBytes })
  return file.text()
}

/** In UTF-8, where a UTF-16 unit takes at most 3 bytes: only texts near the limit are encoded to be measured. */
function bytesOf(message: unknown): number {
  if (typeof message === 'string')
    return message.length * 3 <= largestMessageBytes ? message.length : new TextEncoder().encode(message).length
  return ArrayBuffer.isView(message) || message instanceof ArrayBuffer ? message.byteLength : 0
}
