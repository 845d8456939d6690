/** Limits the answers that wait for a window to read them: a window that never reads would fill the memory. */
import type { WebSocket } from 'ws'

/** Above this, nothing more is read from the window, so it cannot request more. */
const pausingBytes = 2 ** 20
/** Limit for answers to earlier requests. A single answer of any size passes while less than this waits. */
const mostUnreadBytes = 128 * 2 ** 20

/**
 * Returns the send function of a window. Above the limit, `onUnread` is called and the connection is closed without a reason, which the
 * window would not read.
 */
export function unreadLimited(socket: WebSocket, onUnread: () => void): (message: string | ArrayBufferLike | Uint8Array) => void {
  const resume = () => {
    if (socket.isPaused && socket.bufferedAmount <= pausingBytes) socket.resume()
  }
  const write = (begin: (done: () => void) => void) => {
    if (socket.readyState !== socket.OPEN) return
    if (socket.bufferedAmount > mostUnreadBytes) {
      socket.terminate()
      return onUnread()
    }
    begin(resume)
    if (socket.bufferedAmount > pausingBytes) socket.pause()
  }
  // ws would answer pings itself, past these limits.
  socket.on('ping', (data) => write((done) => socket.pong(data, false, done)))
  return (message) => write((done) => socket.send(message, done))
}
