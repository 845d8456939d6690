/** Starts a self-check: no window, a temporary folder, and the sentence below. */
export const selfCheckSwitch = '--self-check'
/** A shell runs an empty file with exit code 0. */
export const selfCheckProof = (version: string): string => `Headroom ${version} works here.`
