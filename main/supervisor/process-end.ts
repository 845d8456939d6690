import type { ProcessEnd } from '../../core/contract/errors/process-end'
import type { EngineExit } from './engine-process'

/** Electron reports the signal as the exit code. Source: signal(7). Linux and macOS agree on these numbers. */
const signalByCode: Readonly<Record<number, string>> = {
  4: 'SIGILL',
  5: 'SIGTRAP',
  6: 'SIGABRT',
  8: 'SIGFPE',
  9: 'SIGKILL',
  11: 'SIGSEGV',
  15: 'SIGTERM',
}
const longestQuote = 300
/** llama.cpp's stack traces also have lines with ggml_abort. */
const causes = [/GGML_ASSERT\(.*/i, /.*out of memory.*/i, /(?:CUDA|ROCm|MUSA) error: .*/, /.*GGML_ABORT.*/]

export function processEndOf({ code, signal }: EngineExit, lastOutput: string): ProcessEnd {
  const seconds = /^chat template timeout: ([\d.]+) s$/m.exec(lastOutput)?.[1]
  if (seconds) return { kind: 'template-timeout', seconds: Number(seconds) }
  const line =
    causes.map((cause) => cause.exec(lastOutput)?.[0]).find((found) => found !== undefined) ??
    [...lastOutput.matchAll(/^\w*Error\b.*$/gm)].at(-1)?.[0]
  const quoted = line?.trim().slice(0, longestQuote) ?? null
  const name = signal ?? (code !== null ? signalByCode[code] : undefined)
  return name ? { kind: 'signal', signal: name, quoted } : { kind: 'code', code: code === null ? null : code >>> 0, quoted }
}
