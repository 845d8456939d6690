/** Variables that loaders, drivers and shader compilers need, without the user's secrets. */

const names = [
  ['PATH', 'HOME', 'TMPDIR', 'TEMP', 'TMP', 'LD_LIBRARY_PATH', 'LD_PRELOAD', 'DYLD_LIBRARY_PATH', 'DYLD_FALLBACK_LIBRARY_PATH'],
  ['USER', 'LOGNAME', 'SHELL', 'LANG', 'LANGUAGE', 'TZ', '__CF_USER_TEXT_ENCODING'],
  ['DISPLAY', 'WAYLAND_DISPLAY', 'XAUTHORITY'],
  // Without SystemRoot, Windows cannot load system libraries.
  ['SystemRoot', 'SystemDrive', 'windir', 'ComSpec', 'PATHEXT', 'OS', 'USERNAME', 'USERPROFILE', 'HOMEDRIVE', 'HOMEPATH', 'PUBLIC'],
  ['APPDATA', 'LOCALAPPDATA', 'ProgramData', 'ALLUSERSPROFILE', 'ProgramFiles', 'ProgramFiles(x86)', 'ProgramW6432', 'DriverData'],
  ['CommonProgramFiles', 'CommonProgramFiles(x86)', 'CommonProgramW6432', 'NUMBER_OF_PROCESSORS'],
  // Certificates for the remote engine's connection to its server.
  ['NODE_EXTRA_CA_CERTS', 'NODE_USE_SYSTEM_CA', 'SSL_CERT_FILE', 'SSL_CERT_DIR'],
  // For Electron as Node (the packaged `headroom` command), AppImages and snaps.
  ['ELECTRON_RUN_AS_NODE', 'APPDIR', 'APPIMAGE', 'SNAP'],
].flat()

const beginnings = [
  ['VK_', 'CUDA_', 'NVIDIA_', '__NV_', '__GL_', 'HIP_', 'HSA_', 'ROCM_', 'ROCR_', 'GPU_', 'AMD_', 'RADV_', 'ANV_', 'INTEL_'],
  ['MESA_', 'GALLIUM_', 'LP_', 'DRI_', 'LIBGL_', 'EGL_', 'ZINK_', 'NIR_', 'LVP_', 'MTL_', 'METAL_', 'ZE_', 'SYCL_', 'ONEAPI_'],
  ['GGML_', 'LLAMA_', 'OMP_', 'KMP_', 'GOMP_', 'NODE_LLAMA_CPP_'],
  ['XDG_', 'LC_', 'PROCESSOR_', 'WINE', 'HEADROOM_'],
].flat()

/** Secrets with the prefixes above, such as LLAMA_API_KEY and NVIDIA_API_KEY. */
const secret = /TOKEN|SECRET|PASSW|CREDENTIAL|_KEY/

const known = new Set(names.map((name) => name.toUpperCase()))

export function childEnvironment(given: NodeJS.ProcessEnv = process.env): Record<string, string> {
  const kept = Object.entries(given).filter(([name]) => {
    const upper = name.toUpperCase()
    return known.has(upper) || (!secret.test(upper) && beginnings.some((beginning) => upper.startsWith(beginning)))
  })
  return Object.fromEntries(kept) as Record<string, string>
}
