import { type Backend, backends } from '../contract/models/backend-kinds'
import type { BackendReport, BackendTrial } from '../contract/models/backends'
import type { Sentence } from '../copy/failures'
import { formatBytes } from '../text/amounts'
import { chosenBackend } from './choose-backend'

export const backendNames: Readonly<Record<Backend, string>> = { cuda: 'CUDA', metal: 'Metal', vulkan: 'Vulkan', cpu: 'CPU' }

type Failed = Extract<BackendTrial, { outcome: 'fails' }>
type Works = Extract<BackendTrial, { outcome: 'works' }>

/** `NVIDIA H200 · 139 GiB, 138 GiB free`; for several devices their memory together. */
export function deviceWords({ backend, devices, memory }: Works): string {
  const amount = `${formatBytes(memory.totalBytes)}, ${formatBytes(memory.freeBytes)} free`
  if (backend === 'cpu') return `Memory of this machine · ${amount}`
  return `${devices.join(', ')} · ${devices.length > 1 ? 'together ' : ''}${amount}`
}

export function failureWords({ backend, code, detail }: Failed): Sentence {
  const name = backendNames[backend]
  switch (code) {
    case 'not-on-this-system':
      return backend === 'metal'
        ? { what: 'Metal works only on Macs with Apple chips.', todo: '' }
        : { what: `There is no ${name} build of llama.cpp for this system.`, todo: '' }
    case 'not-installed':
      return backend === 'cuda'
        ? {
            what: 'This package of Headroom has no CUDA build of llama.cpp.',
            todo: 'An NVIDIA GPU computes with Vulkan here. The larger package, with “cuda” in its file’s name, has CUDA.',
          }
        : { what: `Headroom was installed here without the ${name} build of llama.cpp.`, todo: 'Install Headroom again.' }
    case 'library-missing':
      return { what: `${detail} is missing.`, todo: `${sourceOf(backend, detail)}, then probe again.` }
    case 'no-device':
      return {
        what: `${name} is there, and it found no graphics card.`,
        todo: 'If there is one, install its driver, then probe again.',
      }
    case 'driver-crashed':
      return {
        what: `The process that tried it died: ${detail}.`,
        todo: 'Headroom leaves it alone. Update the graphics driver, then probe again.',
      }
    case 'timed-out':
      return { what: `The driver did not answer within ${detail}.`, todo: 'Update it or restart the machine, then probe again.' }
    case 'did-not-load':
      return { what: `llama.cpp cannot use it: ${detail.replace(/\.$/, '')}.`, todo: 'Update the graphics driver, then probe again.' }
  }
}

function sourceOf(backend: Backend, library: string): string {
  if (/^(vcruntime|msvcp)/i.test(library)) return 'It belongs to the Microsoft Visual C++ Redistributable: install that'
  if (/^(libcuda\.|nvcuda\.)/.test(library)) return 'It comes with NVIDIA’s driver: install that'
  if (backend === 'cuda') return 'It belongs to NVIDIA’s CUDA Toolkit (version 13, or 12.4 and newer): install that'
  if (/^(libvulkan|vulkan-1)/.test(library))
    return 'It comes with the graphics driver, and on Debian and Ubuntu with the package libvulkan1: install that'
  return 'Install the package that holds it'
}

/** What "automatic" chooses, and why; null: not known yet. */
export function choiceWords({ trials }: Pick<BackendReport, 'trials'>): { readonly backend: Backend; readonly why: string } | null {
  const backend = chosenBackend(trials)
  if (backend === null) return null
  if (backend === 'cpu') return { backend, why: 'No GPU can be used here.' }
  const before = backends.slice(0, backends.indexOf(backend)).map((one) => backendNames[one])
  const why =
    before.length === 0 ? 'It comes first, and it works.' : `It is the first that works: ${before.join(' and ')} would come before.`
  return { backend, why }
}
