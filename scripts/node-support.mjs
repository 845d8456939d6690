/**
 * Follows `engines` in package.json. Vite sets the minimum version. The installer of Electron 45 needs 22.12, so Node 20 runs only the
 * headless host.
 */

/** `version` is a string such as `v20.20.2`. `needsElectron` is true if Electron is not downloaded yet. */
export function nodeSupport(version, needsElectron) {
  const [major, minor] = version.replace(/^v/, '').split('.').map(Number)
  const isNew = major > 22 || (major === 22 && minor >= 12)
  if (isNew) return undefined
  if (major !== 20 || minor < 19)
    return { refusal: `Headroom needs Node 20.19 or a later 20, or Node 22.12 or newer. This is Node ${version}. Install Node 24.` }
  if (!needsElectron) return undefined
  return {
    advice: `Node ${version} runs Headroom in your browser, but installing Electron for the desktop window needs Node 22.12 or newer: Node 24 is recommended.`,
  }
}
