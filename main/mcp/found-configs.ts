/** Where other apps keep their servers, as their documentation says. */
import { readFile } from 'node:fs/promises'
import os from 'node:os'
import { join } from 'node:path'
import { failureOf } from '../../core/contract/errors/coded-error'
import type { FoundServers } from '../../core/contract/mcp/mcp-servers'
import { serversIn } from '../../core/tools/mcp-config'
import { onDisk } from '../library/files/file-failures'

type OtherApp = FoundServers['app']

export interface Places {
  readonly platform: NodeJS.Platform
  readonly home: string
  readonly environment: NodeJS.ProcessEnv
}
export const ownPlaces = (): Places => ({ platform: process.platform, home: os.homedir(), environment: process.env })

export function configPaths({ platform, home, environment }: Places): Readonly<Record<OtherApp, string>> {
  const settings =
    platform === 'darwin'
      ? join(home, 'Library', 'Application Support')
      : platform === 'win32'
        ? environment.APPDATA || join(home, 'AppData', 'Roaming')
        : environment.XDG_CONFIG_HOME || join(home, '.config')
  return {
    'claude-desktop': join(settings, 'Claude', 'claude_desktop_config.json'),
    cursor: join(home, '.cursor', 'mcp.json'),
    vscode: join(settings, 'Code', 'User', 'mcp.json'),
    'lm-studio': join(home, '.lmstudio', 'mcp.json'),
  }
}

/** The files that exist. */
export async function findConfigs(places: Places): Promise<FoundServers[]> {
  const all = Object.entries(configPaths(places)) as [OtherApp, string][]
  const found = await Promise.all(all.map(([app, path]) => describe(app, path, places)))
  return found.filter((file) => file !== undefined)
}

/** Throws `file-not-found`, `file-unreadable`. */
export function readConfig(app: OtherApp, places: Places): Promise<string> {
  const path = configPaths(places)[app]
  return onDisk(path, () => readFile(path, 'utf8'))
}

async function describe(app: OtherApp, path: string, places: Places): Promise<FoundServers | undefined> {
  try {
    return { app, path, names: Object.keys(serversIn(await readConfig(app, places))), failure: null }
  } catch (error) {
    const failure = failureOf(error)
    if (!failure) throw error
    return failure.code === 'file-not-found' ? undefined : { app, path, names: [], failure }
  }
}
