import { useState } from 'react'
import type { Preset } from '../../../core/contract/settings/presets'
import { presetFileCharacters } from '../../../core/contract/wire/text-limits'
import { copy } from '../../../core/copy/copy'
import { appStore } from '../../client/app-store'
import { type ShownFailure, shownFailure } from '../../client/failures'
import { saveFile } from '../../client/save-file'
import { textOf } from '../../client/sendable'
import type { HostClient } from '../../client/transport'
import type { StoredSettings } from '../../settings/settings-edits'
import { FailureAlert } from '../../ui/alert'
import { FileButton } from '../../ui/controls/file-button'
import { Question } from '../../ui/question'
import { applyPreset, presetOf } from './apply-preset'
import { PresetItem } from './preset-item'
import { SavePreset } from './save-preset'
import { usePresets } from './use-presets'
import type { UsedPreset } from './use-used-preset'

export interface PresetSectionProps {
  readonly modelId: string
  readonly stored: StoredSettings
  readonly edited: StoredSettings
  readonly used: UsedPreset | undefined
  /** Whether all fields of the form are valid. */
  readonly isReadable: boolean
}

export function PresetSection({ modelId, stored, edited, used, isReadable }: PresetSectionProps) {
  const presets = usePresets()
  const [removing, setRemoving] = useState<Preset>()
  const [trouble, setTrouble] = useState<ShownFailure>()
  const text = copy.settings.presets
  if (!presets) return null

  const attempt = async (work: (presets: HostClient['presets']) => Promise<unknown>): Promise<boolean> => {
    const { host } = appStore.getState()
    if (!host) return false
    try {
      await work(host.presets)
      setTrouble(undefined)
      return true
    } catch (error) {
      setTrouble(shownFailure(error))
      return false
    }
  }
  const use = (preset: Preset) => {
    applyPreset(modelId, stored, preset.settings)
    void remember(preset)
  }
  const remember = (preset: Preset) => attempt((host) => host.use({ modelId, presetId: preset.id }))
  return (
    <details className="mb-3" open={presets.length > 0 || undefined}>
      <summary data-option="presets" className="cursor-pointer font-medium">
        {text.title}
      </summary>
      <p className="mt-1 text-[12px] text-faint leading-snug">{presets.length === 0 ? text.none : text.applyNote}</p>
      {presets.length > 0 && (
        <ul aria-label={text.title} className="mt-1">
          {presets.map((preset) => (
            <PresetItem
              key={preset.id}
              preset={preset}
              isUsed={preset.id === used?.preset.id}
              isModified={used !== undefined && used.changed.length > 0}
              canReplace={isReadable}
              onUse={() => use(preset)}
              onRename={(name) => void attempt((host) => host.change({ presetId: preset.id, name }))}
              onReplace={() =>
                void attempt(async (host) => {
                  await host.change({ presetId: preset.id, settings: presetOf(edited, preset.settings.kv !== null) })
                  await host.use({ modelId, presetId: preset.id })
                })
              }
              onExport={() => void attempt(async (host) => saveFile(await host.export({ presetId: preset.id })))}
              onRemove={() => setRemoving(preset)}
            />
          ))}
        </ul>
      )}
      {used && (
        <p role="status" className="mt-1 text-[12px] text-soft leading-snug [overflow-wrap:anywhere]">
          {noteOf(used, JSON.stringify(stored.kv) !== JSON.stringify(edited.kv))}
        </p>
      )}
      <SavePreset
        canSave={isReadable}
        onSave={(name, hasKv) =>
          attempt(async (host) => {
            const { id } = await host.save({ name, settings: presetOf(edited, hasKv) })
            await host.use({ modelId, presetId: id })
          })
        }
      />
      <FileButton
        label={text.importFile}
        accept=".json"
        className="mt-2"
        onFiles={([file]) =>
          void attempt(async (host) => host.import({ fileName: file.name, text: await textOf(file, presetFileCharacters) }))
        }
      >
        {text.import}
      </FileButton>
      {trouble && (
        <div className="mt-2">
          <FailureAlert failure={trouble} onDismiss={() => setTrouble(undefined)} />
        </div>
      )}
      <Question
        isOpen={removing !== undefined}
        title={text.removeTitle(removing?.name ?? '')}
        text={text.removeText}
        no={text.no}
        yes={text.yes}
        onNo={() => setRemoving(undefined)}
        onYes={() => {
          if (removing) void attempt((host) => host.remove({ presetId: removing.id }))
          setRemoving(undefined)
        }}
      />
    </details>
  )
}

function noteOf({ preset: { name, settings }, changed }: UsedPreset, hasEdits: boolean): string {
  const text = copy.settings.presets
  if (changed.length > 0) return text.differs(name, changed)
  return text.used(name, { waits: settings.kv !== null && hasEdits, hasPrompt: settings.systemPrompt !== null })
}
