import type { Transfer } from '../../../contract/models/library'
import { formatBytes } from '../../../text/amounts'
import { duration } from '../../words/en'

const kinds: Readonly<Record<Transfer['kind'], string>> = { download: 'download', copy: 'copy', move: 'move' }

type Unfinished = Pick<Transfer, 'doneBytes' | 'totalBytes' | 'bytesPerSecond' | 'secondsLeft'> & {
  readonly status: Exclude<Transfer['status'], 'done' | 'failed'>
}

export const transfers = {
  title: 'Downloads and imports',
  kinds,
  dismissAll: 'Dismiss all finished',
  progress: (name: string): string => `Progress of ${name}`,
  underWay({ status, doneBytes, totalBytes, bytesPerSecond, secondsLeft }: Unfinished): string {
    const amount = `${formatBytes(doneBytes)} of ${formatBytes(totalBytes)}`
    switch (status) {
      case 'waiting':
        return `${amount}, waiting for other transfers`
      case 'verifying':
        return 'Checking the data received so far…'
      case 'paused':
        return `${amount}, paused`
      case 'running':
        return bytesPerSecond === null || secondsLeft === null
          ? amount
          : `${amount} · ${formatBytes(bytesPerSecond)}/s · ${duration(secondsLeft)} left`
    }
  },
  waitingFor: (doneBytes: number, totalBytes: number, note: string): string =>
    `${formatBytes(doneBytes)} of ${formatBytes(totalBytes)} · ${note}`,
  done: (path: string, isVerified: boolean): string =>
    isVerified ? `Done; the SHA-256 matches the published one: ${path}` : `Done: ${path}`,
  failed: 'This transfer failed.',
  load: 'Load',
  dismiss: (name: string): string => `Dismiss ${name}`,
  pause: (name: string): string => `Pause ${name}`,
  resume: (name: string): string => `Resume ${name}`,
  discard: (name: string): string => `Discard ${name}`,
  discarding: {
    title: (name: string): string => `Discard ${name}?`,
    text: (doneBytes: number): string => `Headroom deletes the ${formatBytes(doneBytes)} received so far.`,
    keep: 'Keep it',
    discard: 'Discard',
  },
}
