/** Mesa's software driver for the tests that compute with Vulkan: on machines without a graphics card it is the only way to run them. */
import { existsSync, readdirSync } from 'node:fs'
import { say } from './checkout.mjs'
import { installDebianPackages } from './find-browser.mjs'

const driverFolders = ['/usr/share/vulkan/icd.d', '/usr/local/share/vulkan/icd.d', '/etc/vulkan/icd.d']

/** Installs it in CI where that is possible; the tests themselves say what they lack otherwise. */
export function provideVulkan() {
  if (!process.env.CI || process.platform !== 'linux' || hasDriver()) return
  say('Installing a Vulkan driver for the tests…')
  installDebianPackages(['libvulkan1', 'mesa-vulkan-drivers'])
}

const hasDriver = () => driverFolders.some((folder) => existsSync(folder) && readdirSync(folder).some((name) => name.endsWith('.json')))
