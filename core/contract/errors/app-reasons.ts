import { z } from 'zod'
import { appCommands } from '../commands/app-commands'
import { kinds, quotation, quoted } from './quoted'

/** As the window shows them, such as `Ctrl+K`. */
const keys = z.string()

export const shortcutProblem = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['types-text', 'edits-text', 'sends-message', 'zooms', 'closes-window', 'closes-app', 'of-browser']), keys }),
  z.object({ kind: z.literal('taken'), keys, command: z.enum(appCommands) }),
])
export type ShortcutProblem = z.infer<typeof shortcutProblem>

const updateTroubles = [
  kinds('no-versions', 'no-connection'),
  z.object({ kind: z.literal('status'), status: z.number() }),
  quotation('electron-updater'),
] as const

export const updateTrouble = z.discriminatedUnion('kind', updateTroubles)
export type UpdateTrouble = z.infer<typeof updateTrouble>

export const installTrouble = z.discriminatedUnion('kind', [
  ...updateTroubles,
  kinds('disk-full', 'folder-not-writable'),
  quotation('system'),
])
export type InstallTrouble = z.infer<typeof installTrouble>

export const startTrouble = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('not-ready'), seconds: z.number() }),
  kinds('other-version'),
  z.object({ kind: z.literal('signal'), signal: z.string(), quoted: quoted.nullable() }),
  z.object({ kind: z.literal('code'), code: z.number().nullable(), quoted: quoted.nullable() }),
  quotation('system'),
])
export type StartTrouble = z.infer<typeof startTrouble>

export const updateErrorFacts = {
  'updates-off': z.object({}),
  'update-unavailable': z.object({
    reason: z.enum(['no-source', 'system-package', 'portable', 'cuda-variant', 'no-key', 'other-host', 'other-step']),
  }),
  'update-look-failed': z.object({ source: z.string(), reason: updateTrouble }),
  'update-fetch-failed': z.object({ version: z.string(), reason: updateTrouble }),
  'update-not-genuine': z.object({ version: z.string(), source: z.string(), reason: z.enum(['unsigned', 'other-signature']) }),
  // `checksum` means a damaged download, `changed` a file that changed on the disk, `signature` one that macOS or Windows rejected.
  'update-damaged': z.object({ version: z.string(), reason: z.enum(['checksum', 'signature', 'changed']) }),
  'update-does-not-start': z.object({ version: z.string(), reason: startTrouble }),
  'update-install-failed': z.object({ version: z.string(), reason: installTrouble }),
} as const
