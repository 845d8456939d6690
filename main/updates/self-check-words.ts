/** The switch that starts a self-check: no window, a temporary folder, and the proof sentence once the embedded model is loaded. */
export const selfCheckSwitch = '--self-check'
/** Needed because a shell runs an empty file with exit code 0. */
export const selfCheckProof = (version: string): string => `Headroom ${version} works here.`
