import type { EngineExit } from './engine-process'

const signals: Readonly<Record<string, string>> = {
  SIGKILL: 'it was killed, perhaps because the system ran out of memory (SIGKILL)',
  SIGSEGV: 'it crashed (SIGSEGV)',
  SIGBUS: 'it crashed while reading the model file (SIGBUS)',
  SIGILL: 'this processor lacks an instruction it needs (SIGILL)',
  SIGFPE: 'it crashed in a calculation (SIGFPE)',
  SIGABRT: 'llama.cpp gave up (SIGABRT)',
  SIGTERM: 'it was asked to stop (SIGTERM)',
}
/** Electron reports the signal's number as exit code. Source: signal(7); Linux and macOS agree on these. */
const signalByCode: Readonly<Record<number, string>> = {
  4: 'SIGILL',
  6: 'SIGABRT',
  8: 'SIGFPE',
  9: 'SIGKILL',
  11: 'SIGSEGV',
  15: 'SIGTERM',
}
/** Exit codes on Windows. Source: NTSTATUS values. */
const windowsCodes: Readonly<Record<number, string>> = {
  3221225477: 'it crashed (access violation, 0xC0000005)',
  3221225478: 'the model file could not be read (in-page error, 0xC0000006)',
  3221225495: 'the system ran out of memory (0xC0000017)',
  3221225501: 'this processor lacks an instruction it needs (illegal instruction, 0xC000001D)',
  3221225725: 'it crashed (stack overflow, 0xC00000FD)',
  3221225781: 'a library that it needs is missing (0xC0000135)',
  3221226505: 'llama.cpp gave up (fail fast, 0xC0000409)',
}

export function describeExit({ code, signal }: EngineExit, lastOutput: string): string {
  // The engine printed its own reason.
  const own = /^ended because (.*)$/m.exec(lastOutput)?.[1]
  if (own) return own
  const name = signal ?? (code !== null ? signalByCode[code] : undefined)
  const what = name
    ? (signals[name] ?? `it was ended by ${name}`)
    : ((code !== null ? windowsCodes[code >>> 0] : undefined) ?? `it ended with code ${code}`)
  const why = /GGML_ASSERT\([^\n]*|[^\n]*out of memory[^\n]*|[^\n]*GGML_ABORT[^\n]*/i.exec(lastOutput)?.[0].trim()
  return why ? `${what}: ${why.slice(0, 300)}` : what
}
