import { existsSync, readdirSync } from 'node:fs'
import { say } from './checkout.mjs'
import { installDebianPackages } from './find-browser.mjs'

const driverFolders = ['/usr/share/vulkan/icd.d', '/usr/local/share/vulkan/icd.d', '/etc/vulkan/icd.d']

export function provideVulkan() {
  if (!process.env.CI || process.platform !== 'linux' || hasDriver()) return
  say('Installing a Vulkan driver for the tests…')
  installDebianPackages(['libvulkan1', 'mesa-vulkan-drivers'])
}

const hasDriver = () => driverFolders.some((folder) => existsSync(folder) && readdirSync(folder).some((name) => name.endsWith('.json')))
