import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { getConfig, validateConfiguration } from 'app-builder-lib/out/util/config/config.js'
import { DebugLogger } from 'builder-util'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const configuration = await getConfig(root, null, null)
const validate = (value: object) => validateConfiguration(value, new DebugLogger(false))

describe('electron-builder.yml', () => {
  it('is a valid configuration for every platform', async () => {
    await validate(configuration)
    await expect(validate({ ...configuration, mac: { targets: ['dmg'] } })).rejects.toThrow('configuration.mac')
  })
  it('lists the installers to build for each system', () => {
    const { linux, mac, win, nsis } = configuration
    expect(linux?.target).toEqual(['AppImage', 'deb', 'rpm', 'tar.gz'])
    expect(mac?.target).toEqual(['dmg', 'zip'])
    expect(mac).toMatchObject({ hardenedRuntime: true, notarize: true })
    expect(win?.target).toEqual(['nsis', 'portable'])
    expect(nsis).toMatchObject({ perMachine: false, allowElevation: false, deleteAppDataOnUninstall: false })
  })
  it('names only files that exist', () => {
    const { mac, deb, rpm, linux, extraResources } = configuration
    const named = [
      ...[
        mac?.entitlements,
        mac?.entitlementsInherit,
        deb?.afterInstall,
        deb?.afterRemove,
        rpm?.afterInstall,
        rpm?.afterRemove,
        linux?.icon,
      ],
      ...(extraResources as { from: string }[]).map(({ from }) => from),
    ]
    for (const path of named) expect(existsSync(`${root}/${path}`), String(path)).toBe(true)
  })
  it('does not let environment variables or the command line inject code into the program', () => {
    expect(configuration.electronFuses).toMatchObject({
      enableNodeOptionsEnvironmentVariable: false,
      enableNodeCliInspectArguments: false,
      onlyLoadAppFromAsar: true,
      enableEmbeddedAsarIntegrityValidation: true,
      grantFileProtocolExtraPrivileges: false,
    })
  })
  it('turns off publishing', () => {
    expect(configuration.publish).toBeNull()
  })
  it('has the app id that the app sets on Windows', () => {
    expect(readFileSync(`${root}/main/shell/index.ts`, 'utf8')).toContain(`setAppUserModelId('${configuration.appId}')`)
  })
})
