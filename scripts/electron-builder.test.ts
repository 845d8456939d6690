import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
// Not in its public interface: the check that electron-builder itself makes first, without building anything.
import { getConfig, validateConfiguration } from 'app-builder-lib/out/util/config/config.js'
import { DebugLogger } from 'builder-util'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const configuration = await getConfig(root, null, null)
const validate = (value: object) => validateConfiguration(value, new DebugLogger(false))

describe('electron-builder.yml', () => {
  it('is one that electron-builder understands, for every platform', async () => {
    await validate(configuration)
    await expect(validate({ ...configuration, mac: { targets: ['dmg'] } })).rejects.toThrow('configuration.mac')
  })
  it('publishes nowhere', () => {
    expect(configuration.publish).toBeNull()
  })
  it('gives Windows the id that the running app gives itself', () => {
    expect(readFileSync(`${root}/main/shell/index.ts`, 'utf8')).toContain(`setAppUserModelId('${configuration.appId}')`)
  })
})
