import { safeStorage } from 'electron'
import type { Keychain } from '../library/library-settings'

/** Use once the app is ready. */
export const systemKeychain: Keychain = {
  seal: (text) => {
    try {
      return isProtecting() ? safeStorage.encryptString(text).toString('base64') : undefined
    } catch {
      return undefined
    }
  },
  open: (sealed) => {
    try {
      return isProtecting() ? safeStorage.decryptString(Buffer.from(sealed, 'base64')) : undefined
    } catch {
      return undefined
    }
  },
}

/** On Linux without a keychain, Electron "encrypts" with a well-known password. */
function isProtecting(): boolean {
  if (!safeStorage.isEncryptionAvailable()) return false
  return process.platform !== 'linux' || safeStorage.getSelectedStorageBackend() !== 'basic_text'
}
