/** A window's socket whose answers wait in this process until the window reads them: without limits, one that never does fills the memory. */
import type { WebSocket } from 'ws'

/** While more waits, nothing else is read from the window, so it cannot ask for more. */
const pausingBytes = 2 ** 20
/** What answers to earlier requests may add. An answer of any size passes if less waits. */
const mostUnreadBytes = 128 * 2 ** 20

/** Sends to the window. `onUnread`: too much waited, and the connection is closed at once, as a window that reads nothing would not read a reason. */
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
  // An answer too, which ws would send by itself.
  socket.on('ping', (data) => write((done) => socket.pong(data, false, done)))
  return (message) => write((done) => socket.send(message, done))
}
