import type { UpdateState } from '../../../contract/app/updates'
import { formatBytes, formatPercent } from '../../../text/amounts'
import { time } from '../../words/en'

export const updates = {
  title: 'Updates',
  thisVersion: 'This version',

  kind({ source, obstacle }: UpdateState): string {
    if (obstacle === 'other-host') return 'Only the desktop app checks for updates.'
    if (!source) return 'This build cannot check for updates. Download new versions from where you got this one.'
    if (obstacle === 'system-package') return 'The system’s package manager installed this version. Install updates in the same way.'
    if (obstacle === 'portable')
      return 'This is a portable build, which does not update itself. Download new versions from where you got this one.'
    if (obstacle === 'no-key') return 'This build has no key to verify updates. It checks for them, but you download them yourself.'
    if (obstacle === 'cuda-variant') return 'This is the CUDA build. It checks for updates, but does not install them.'
    return 'Headroom can update this copy.'
  },

  allow: 'Check for updates',
  allowNote: (source: string): string =>
    `While this is off, Headroom does not check for updates. While it is on, it contacts ${source} only when you press the button.`,
  latest: 'Latest version',
  check: 'Check now',
  download: 'Download…',
  install: 'Install…',

  step({ step, source, obstacle }: UpdateState): string {
    switch (step.status) {
      case 'idle':
        return 'Not checked yet.'
      case 'failed':
        return 'The last update attempt failed. This version is unchanged.'
      case 'looking':
        return 'Checking…'
      case 'newest':
        return `You have the latest version. Checked at ${time(step.at)}.`
      case 'found':
        if (obstacle === 'no-key')
          return `Version ${step.version} is available. Download it from where you got this one: this build cannot verify it.`
        if (obstacle === 'cuda-variant')
          return `Version ${step.version} is available. Download the file with “cuda” in its name from ${source}, and install it over this one.`
        if (obstacle) return `Version ${step.version} is available. Install its package the way you installed this one.`
        return `Version ${step.version} is available${step.sizeBytes ? `, ${formatBytes(step.sizeBytes)}` : ''}.`
      case 'fetching':
        return step.totalBytes === 0
          ? `Downloading version ${step.version}…`
          : `Downloading version ${step.version}: ${formatPercent(step.receivedBytes / step.totalBytes)} of ${formatBytes(step.totalBytes)}.`
      case 'ready':
        return `Version ${step.version} was downloaded, and its checksum matches the signed one.`
      case 'installing':
        return `Headroom is testing version ${step.version}, and then restarts.`
    }
  },

  downloadQuestion: {
    title: (version: string): string => `Download version ${version}?`,
    text: (sizeBytes: number | null, source: string): string =>
      `${sizeBytes ? `${formatBytes(sizeBytes)} from ${source}` : `From ${source}`}. This does not install it.`,
    yes: 'Download',
  },
  installQuestion: {
    title: (version: string): string => `Install version ${version}?`,
    text: 'Headroom closes and restarts. Conversations, models and settings are kept. If the new version does not run here, this one stays.',
    yes: 'Install and restart',
  },
  notNow: 'Not now',
}
