import type { WebSocket } from 'ws'

/** Above this, the host stops reading requests from the window. */
const pausingBytes = 2 ** 20
/** Below this, the next message may be of any size. */
const mostUnreadBytes = 128 * 2 ** 20

/** Above `mostUnreadBytes`, terminates the socket without a close reason, because the window would not read one. */
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
  // ws would answer pings regardless of these limits.
  socket.on('ping', (data) => write((done) => socket.pong(data, false, done)))
  return (message) => write((done) => socket.send(message, done))
}
