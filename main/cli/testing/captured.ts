import { vi } from 'vitest'

export interface Captured {
  /** The exit code, or the error that ended the command. */
  readonly code: unknown
  readonly out: string
  readonly err: string
}

/** Runs a command in this process. */
export async function captured(command: () => Promise<number>): Promise<Captured> {
  let [out, err] = ['', '']
  const spies = [
    vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
      out += String(text)
      return true
    }),
    vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
      err += String(text)
      return true
    }),
  ]
  try {
    return { code: await command().catch((error: unknown) => error), out, err }
  } finally {
    for (const spy of spies) spy.mockRestore()
  }
}
