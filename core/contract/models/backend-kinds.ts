/** In order of preference. No zod: windows import this. */
export const backends = ['cuda', 'metal', 'vulkan', 'cpu'] as const
export type Backend = (typeof backends)[number]

export const trialFailureCodes = [
  'not-on-this-system',
  /** A build exists, but not in this installation. */
  'not-installed',
  /** Of the driver. */
  'library-missing',
  /** Library and driver work, but llama.cpp accepts no device. */
  'no-device',
  /** The trial process died. */
  'driver-crashed',
  'timed-out',
  'did-not-load',
] as const
export type TrialFailureCode = (typeof trialFailureCodes)[number]
