/** A window that never reads would fill the memory. */
import type { WebSocket } from 'ws'

/** Above this, no requests are read from the window. */
const pausingBytes = 2 ** 20
/** Of answers to earlier requests. One answer of any size passes while less waits. */
const mostUnreadBytes = 128 * 2 ** 20

/** Above the limit, calls `onUnread` and closes without a reason, which the window would not read. */
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
  // ws would answer pings past these limits.
  socket.on('ping', (data) => write((done) => socket.pong(data, false, done)))
  return (message) => write((done) => socket.send(message, done))
}
