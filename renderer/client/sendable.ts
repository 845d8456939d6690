/** The headless host closes the connection if a message is too large. */
import { coded } from '../../core/contract/errors/coded-error'
import { largestMessageBytes } from '../../core/contract/wire/message-limit'

/** Throws `message-too-large`. */
export function assertSendable(message: unknown): void {
  const sizeBytes = bytesOf(message)
  if (sizeBytes > largestMessageBytes) throw coded('message-too-large', { sizeBytes, limitBytes: largestMessageBytes })
}

/** Throws `file-too-large` before reading the file. */
export async function textOf(file: File, limitBytes: number): Promise<string> {
  if (file.size > limitBytes) throw coded('file-too-large', { name: file.name, sizeBytes: file.size, limitBytes })
  return file.text()
}

/** A UTF-16 unit takes at most 3 bytes in UTF-8, so only texts longer than a third of the limit need to be encoded. */
function bytesOf(message: unknown): number {
  if (typeof message === 'string')
    return message.length * 3 <= largestMessageBytes ? message.length : new TextEncoder().encode(message).length
  return ArrayBuffer.isView(message) || message instanceof ArrayBuffer ? message.byteLength : 0
}
