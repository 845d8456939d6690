/** What llama.cpp can compute with, in the order in which it is preferred; no schema library, so that a window can list it. */
export const backends = ['cuda', 'metal', 'vulkan', 'cpu'] as const
export type Backend = (typeof backends)[number]

/** Why a backend cannot be used. */
export const trialFailureCodes = [
  /** llama.cpp has no such build for this system and processor. */
  'not-on-this-system',
  /** There is one, and this installation comes without it. */
  'not-installed',
  /** A library that belongs to the driver is missing; `detail`: its name. */
  'library-missing',
  /** Library and driver work, and there is no device that llama.cpp takes. */
  'no-device',
  /** The process that tried it died; `detail`: how, in words. */
  'driver-crashed',
  /** It did not answer; `detail`: the limit in words. */
  'timed-out',
  /** llama.cpp refused; `detail`: what it said. */
  'did-not-load',
] as const
export type TrialFailureCode = (typeof trialFailureCodes)[number]
