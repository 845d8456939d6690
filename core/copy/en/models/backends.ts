import { chosenBackend } from '../../../backends/choose-backend'
import { type Backend, backends as preferenceOrder } from '../../../contract/models/backend-kinds'
import type { BackendReport, BackendTrial } from '../../../contract/models/backends'
import { formatBytes } from '../../../text/amounts'
import { formatShort } from '../../../text/number-language'
import { type Sentence, say } from '../../types/sentence'
import { processEndText } from '../reasons/process-ends'

type Failed = Extract<BackendTrial, { outcome: 'fails' }>
type Works = Extract<BackendTrial, { outcome: 'works' }>

const names: Readonly<Record<Backend, string>> = { cuda: 'CUDA', metal: 'Metal', vulkan: 'Vulkan', cpu: 'CPU' }

export const backends = {
  names,

  /** For example `NVIDIA H200 · 139 GiB, 138 GiB free`, summed over devices. */
  devices({ backend, devices, memory }: Works): string {
    const [total, free] = [formatBytes(memory.totalBytes), `${formatBytes(memory.freeBytes)} free`]
    if (backend === 'cpu') return `${total} of memory, ${free}`
    return `${devices.join(', ')} · ${devices.length > 1 ? 'together ' : ''}${total}, ${free}`
  },

  failure(failed: Failed): Sentence {
    const { backend } = failed
    const name = names[backend]
    switch (failed.code) {
      case 'not-on-this-system':
        return backend === 'metal'
          ? say('Metal works only on Macs with Apple chips.', '')
          : say(`There is no ${name} build of llama.cpp for this system.`, '')
      case 'not-installed':
        return backend === 'cuda'
          ? say(
              'This package of Headroom has no CUDA build of llama.cpp.',
              'This package uses Vulkan for NVIDIA GPUs. The larger package, with “cuda” in its file name, supports CUDA.',
            )
          : say(`The ${name} build of llama.cpp is not installed.`, 'Install Headroom again.')
      case 'library-missing':
        return say(`${failed.library} is missing.`, `${sourceOf(backend, failed.library)}, then check again.`)
      case 'no-device':
        return say(
          `The ${name} build of llama.cpp loads, but finds no graphics card.`,
          'If this machine has one, install its driver, then check again.',
        )
      case 'driver-crashed':
        return say(
          `The process that probed this backend stopped. ${processEndText(failed.end)}`,
          'Headroom does not use this backend. Update the graphics driver, then check again.',
        )
      case 'timed-out':
        return say(
          `The driver did not answer within ${formatShort(failed.seconds, 1)} s.`,
          'Update it or restart the machine, then check again.',
        )
      case 'did-not-load':
        return say(`llama.cpp cannot use this backend: “${failed.quoted}”.`, 'Update the graphics driver, then check again.')
    }
  },

  /** The backend that "automatic" chooses, with the reason. null if not known yet. */
  choice({ trials }: Pick<BackendReport, 'trials'>): { readonly backend: Backend; readonly why: string } | null {
    const backend = chosenBackend(trials)
    if (backend === null) return null
    if (backend === 'cpu') return { backend, why: 'Headroom found no GPU that it can use.' }
    const before = preferenceOrder.slice(0, preferenceOrder.indexOf(backend)).map((one) => names[one])
    return {
      backend,
      why:
        before.length === 0
          ? 'It works here and is the first choice.'
          : `It is the best backend that works here; ${before.join(' and ')} cannot be used.`,
    }
  },
}

function sourceOf(backend: Backend, library: string): string {
  if (/^(vcruntime|msvcp)/i.test(library)) return 'Install the Microsoft Visual C++ Redistributable, which contains it'
  if (/^(libcuda\.|nvcuda\.)/.test(library)) return 'Install NVIDIA’s driver, which contains it'
  if (backend === 'cuda') return 'Install NVIDIA’s CUDA Toolkit (version 12.4 to 13.x), which contains it'
  if (/^(libvulkan|vulkan-1)/.test(library))
    return 'Install the graphics driver, which contains it (on Debian and Ubuntu, the package libvulkan1)'
  return 'Install the package that contains it'
}
