import { chosenBackend } from '../../../backends/choose-backend'
import { type Backend, backends as preferenceOrder } from '../../../contract/models/backend-kinds'
import { formatBytes } from '../../../text/amounts'
import { formatShort } from '../../../text/number-language'
import type { backends as english } from '../../en/models/backends'
import { say } from '../../types/sentence'
import { listed } from '../../words/de'
import { processEndText } from '../reasons/process-ends'

const names: Readonly<Record<Backend, string>> = { cuda: 'CUDA', metal: 'Metal', vulkan: 'Vulkan', cpu: 'CPU' }

export const backends: typeof english = {
  names,

  devices({ backend, devices, memory }) {
    const [total, free] = [formatBytes(memory.totalBytes), `${formatBytes(memory.freeBytes)} frei`]
    if (backend === 'cpu') return `${total} Speicher, ${free}`
    return `${devices.join(', ')} · ${devices.length > 1 ? 'zusammen ' : ''}${total}, ${free}`
  },

  failure(failed) {
    const { backend } = failed
    const name = names[backend]
    switch (failed.code) {
      case 'not-on-this-system':
        return backend === 'metal'
          ? say('Metal gibt es nur auf Macs mit Apple-Chip.', '')
          : say(`Für dieses System gibt es llama.cpp nicht mit ${name}.`, '')
      case 'not-installed':
        return backend === 'cuda'
          ? say(
              'Dieses Paket von Headroom enthält llama.cpp nicht mit CUDA.',
              'Eine NVIDIA-GPU verwendet hier Vulkan. Das größere Paket, mit „cuda“ im Dateinamen, enthält CUDA.',
            )
          : say(`llama.cpp ist nicht mit ${name} installiert.`, 'Installieren Sie Headroom neu.')
      case 'library-missing':
        return say(`${failed.library} fehlt.`, `${sourceOf(backend, failed.library)}, und prüfen Sie dann erneut.`)
      case 'no-device':
        return say(
          `llama.cpp lädt mit ${name}, findet aber keine Grafikkarte.`,
          'Wenn dieses Gerät eine hat, installieren Sie ihren Treiber, und prüfen Sie dann erneut.',
        )
      case 'driver-crashed':
        return say(
          `Der Prozess, der dieses Backend geprüft hat, ist beendet. ${processEndText(failed.end)}`,
          'Headroom verwendet dieses Backend nicht. Aktualisieren Sie den Grafiktreiber, und prüfen Sie dann erneut.',
        )
      case 'timed-out':
        return say(
          `Der Treiber hat nicht innerhalb von ${formatShort(failed.seconds, 1)} s geantwortet.`,
          'Aktualisieren Sie ihn oder starten Sie das Gerät neu, und prüfen Sie dann erneut.',
        )
      case 'did-not-load':
        return say(
          `llama.cpp kann dieses Backend nicht verwenden: „${failed.quoted}“.`,
          'Aktualisieren Sie den Grafiktreiber, und prüfen Sie dann erneut.',
        )
    }
  },

  choice({ trials }) {
    const backend = chosenBackend(trials)
    if (backend === null) return null
    if (backend === 'cpu') return { backend, why: 'Headroom hat keine GPU gefunden, die sich verwenden lässt.' }
    const before = preferenceOrder.slice(0, preferenceOrder.indexOf(backend)).map((one) => names[one])
    return {
      backend,
      why:
        before.length === 0
          ? 'Es funktioniert hier und ist die erste Wahl.'
          : `Es ist das beste Backend, das hier funktioniert; ${listed(before)} ${before.length === 1 ? 'lässt' : 'lassen'} sich nicht verwenden.`,
    }
  },
}

function sourceOf(backend: Backend, library: string): string {
  if (/^(vcruntime|msvcp)/i.test(library)) return 'Installieren Sie das Microsoft Visual C++ Redistributable, zu dem es gehört'
  if (/^(libcuda\.|nvcuda\.)/.test(library)) return 'Installieren Sie den Treiber von NVIDIA, zu dem es gehört'
  if (backend === 'cuda') return 'Installieren Sie NVIDIAs CUDA Toolkit (Version 13 oder Version 12 ab 12.4), zu dem es gehört'
  if (/^(libvulkan|vulkan-1)/.test(library))
    return 'Installieren Sie den Grafiktreiber, zu dem es gehört (unter Debian und Ubuntu das Paket libvulkan1)'
  return 'Installieren Sie das Paket, zu dem es gehört'
}
