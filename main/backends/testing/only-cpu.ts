import type { BackendOptions } from '../try-installed'

export const onlyCpu: BackendOptions = {
  installed: () => 'not-installed',
  startTrial: () => {
    throw new Error('Expected no trial of a backend that is not installed')
  },
}
