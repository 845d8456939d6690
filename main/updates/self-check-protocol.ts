export const selfCheckSwitch = '--self-check'
/** An exit code is not enough: a shell runs an empty file and returns 0. */
export const selfCheckProof = (version: string): string => `Headroom ${version} works here.`
