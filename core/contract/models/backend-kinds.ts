/** In order of preference. */
export const backends = ['cuda', 'metal', 'vulkan', 'cpu'] as const
export type Backend = (typeof backends)[number]

export const trialFailureCodes = [
  'not-on-this-system',
  'not-installed',
  'library-missing',
  /** Library and driver work, but llama.cpp accepts no device. */
  'no-device',
  'driver-crashed',
  'timed-out',
  'did-not-load',
] as const
export type TrialFailureCode = (typeof trialFailureCodes)[number]
