/** llama.cpp's backends in order of preference. No zod, so that windows can import this. */
export const backends = ['cuda', 'metal', 'vulkan', 'cpu'] as const
export type Backend = (typeof backends)[number]

export const trialFailureCodes = [
  /** llama.cpp has no such build for this system and processor. */
  'not-on-this-system',
  /** A build exists but is not part of this installation. */
  'not-installed',
  /** A library of the driver is missing; `detail` is its name. */
  'library-missing',
  /** Library and driver work, but llama.cpp accepts no device. */
  'no-device',
  /** The trial process died; `detail` says how. */
  'driver-crashed',
  /** The trial did not answer; `detail` is the limit in words. */
  'timed-out',
  /** llama.cpp failed to load; `detail` is its message. */
  'did-not-load',
] as const
export type TrialFailureCode = (typeof trialFailureCodes)[number]
