/** "It" is the process. */
import type { EngineEnd, ProcessEnd } from '../../../contract/errors/process-end'
import { listed } from '../../words/en'

const signals: Readonly<Record<string, string>> = {
  SIGKILL: 'It was killed, perhaps because the system ran out of memory (SIGKILL).',
  SIGSEGV: 'It crashed (SIGSEGV).',
  SIGBUS: 'It crashed while reading the model file (SIGBUS).',
  // Chromium ends its processes with either signal if memory runs out.
  SIGILL:
    'It stopped itself, or it needs an instruction that this processor lacks (SIGILL). If the settings are new, try a smaller context.',
  SIGTRAP: 'It stopped itself, perhaps because it could not get enough memory (SIGTRAP). If the settings are new, try a smaller context.',
  SIGFPE: 'It crashed in a calculation (SIGFPE).',
  SIGABRT: 'It aborted (SIGABRT).',
  SIGTERM: 'It was asked to stop (SIGTERM).',
}
/** Exit codes on Windows. Source: NTSTATUS values. */
const windowsCodes: Readonly<Record<number, string>> = {
  3221225477: 'It crashed (access violation, 0xC0000005).',
  3221225478: 'It could not read the model file (in-page error, 0xC0000006).',
  3221225495: 'The system ran out of memory (0xC0000017).',
  3221225501: 'It stopped itself, or it needs an instruction that this processor lacks (illegal instruction, 0xC000001D).',
  3221225725: 'It crashed (stack overflow, 0xC00000FD).',
  3221225781: 'It needs a library that is missing (0xC0000135).',
  3221226505: 'It aborted (fail fast, 0xC0000409).',
}

export function processEndText(end: ProcessEnd): string {
  switch (end.kind) {
    case 'signal':
      return withQuote(signals[end.signal] ?? `It was terminated by ${end.signal}.`, end.quoted)
    case 'code':
      return withQuote(
        end.code === null ? 'It ended without an exit code.' : (windowsCodes[end.code] ?? `It ended with exit code ${end.code}.`),
        end.quoted,
      )
    case 'template-timeout':
      return `The chat template did not finish within ${end.seconds} s.`
    case 'error':
      return `The error was: “${end.quoted}”.`
  }
}

export function engineEndText(end: EngineEnd): string {
  switch (end.kind) {
    case 'closed':
      return 'It was closed.'
    case 'closed-while-starting':
      return 'It was closed while it was starting.'
    case 'no-answer':
      return 'It did not respond.'
    case 'answer-incomplete':
      return 'It stopped before the answer was complete.'
    case 'no-gpu':
      return `The ${end.backend} backend is installed but found no GPU.`
    case 'no-build':
      return `This machine has no working ${end.backend === null ? '' : `${end.backend} `}build of llama.cpp.`
    case 'vc-runtime-missing':
      return `Windows cannot find ${listed(end.libraries)} from the Microsoft Visual C++ runtime.`
    default:
      return processEndText(end)
  }
}

const withQuote = (sentence: string, quoted: string | null): string =>
  quoted === null ? sentence : `${sentence} It reported: “${quoted}”.`
