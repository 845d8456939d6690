/** In order of preference. No zod: windows import this. */
export const backends = ['cuda', 'metal', 'vulkan', 'cpu'] as const
export type Backend = (typeof backends)[number]

export const trialFailureCodes = [
  /** llama.cpp has no such build. */
  'not-on-this-system',
  /** A build exists. */
  'not-installed',
  /** Of the driver; `detail` is its name. */
  'library-missing',
  /** llama.cpp accepts none, although library and driver work. */
  'no-device',
  /** The trial process died; `detail` says how. */
  'driver-crashed',
  /** `detail` is the limit in words. */
  'timed-out',
  /** `detail` is llama.cpp's message. */
  'did-not-load',
] as const
export type TrialFailureCode = (typeof trialFailureCodes)[number]
