/** Starts the app only to see whether it works: no window, a folder of its own, and this sentence once the embedded model is loaded. */
export const selfCheckSwitch = '--self-check'
/** The exit code is not enough: a shell runs a file of nothing, and ends with 0. */
export const selfCheckProof = (version: string): string => `Headroom ${version} works here.`
