import { fork } from 'node:child_process'
import { type PortFrame, VirtualPort } from '../../core/streams/virtual-port'
import { childEnvironment } from './child-environment'
import { type EngineProcess, engineArguments, LastOutput, type StartEngine } from './engine-process'

export const forkEngine =
  (entry: string): StartEngine =>
  () =>
    new Promise((resolve, reject) => {
      const child = fork(entry, [], {
        serialization: 'advanced',
        // With several pool threads, decodes would move between them, and the threads would compete with llama.cpp's.
        env: { ...childEnvironment(), UV_THREADPOOL_SIZE: '1' },
        stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
        execArgv: [...engineArguments],
      })
      const output = new LastOutput()
      child.stderr?.on('data', (chunk) => output.add(chunk))
      child.stdout?.resume()
      const ports = new Map<number, VirtualPort>()
      let nextPort = 0
      const engine: EngineProcess = {
        pid: child.pid,
        connect(role) {
          const id = ++nextPort
          const send = (frame: PortFrame) => {
            if (child.connected) child.send(frame)
          }
          const port = new VirtualPort((data) => send({ port: id, data }))
          ports.set(id, port)
          send({ port: id, open: role })
          if (!child.connected) setImmediate(() => port.closed())
          return Object.assign(port, {
            close: () => {
              send({ port: id, close: true })
              ports.delete(id)
            },
          })
        },
        onExit: (listener) => void child.once('exit', (code, signal) => listener({ code, signal })),
        lastOutput: () => output.toString(),
        kill: () => void child.kill('SIGKILL'),
      }
      child.on('message', (message: { ready: true } | readonly PortFrame[]) => {
        if ('ready' in message) return resolve(engine)
        for (const frame of message) if ('data' in frame) ports.get(frame.port)?.received(frame.data)
      })
      child.once('exit', (code, signal) => {
        for (const port of ports.values()) port.closed()
        reject(new Error(`the engine process ended before it was ready (${signal ?? code}): ${output}`))
      })
      child.on('error', reject)
    })
