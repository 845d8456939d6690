/**
 * The environment of a process that reads files from anywhere: what loaders, drivers and compilers of shaders look for, and no more.
 * Tokens and passwords of the user's shell (HF_TOKEN, AWS_SECRET_ACCESS_KEY) stay in this process.
 */

/** Whole names. Windows writes them in any case. */
const names = [
  // Where programs, libraries and files are.
  ['PATH', 'HOME', 'TMPDIR', 'TEMP', 'TMP', 'LD_LIBRARY_PATH', 'LD_PRELOAD', 'DYLD_LIBRARY_PATH', 'DYLD_FALLBACK_LIBRARY_PATH'],
  // Who and in which language.
  ['USER', 'LOGNAME', 'SHELL', 'LANG', 'LANGUAGE', 'TZ', '__CF_USER_TEXT_ENCODING'],
  // Drivers that ask the display server.
  ['DISPLAY', 'WAYLAND_DISPLAY', 'XAUTHORITY'],
  // Windows: without SystemRoot no library of the system loads.
  ['SystemRoot', 'SystemDrive', 'windir', 'ComSpec', 'PATHEXT', 'OS', 'USERNAME', 'USERPROFILE', 'HOMEDRIVE', 'HOMEPATH', 'PUBLIC'],
  ['APPDATA', 'LOCALAPPDATA', 'ProgramData', 'ALLUSERSPROFILE', 'ProgramFiles', 'ProgramFiles(x86)', 'ProgramW6432', 'DriverData'],
  ['CommonProgramFiles', 'CommonProgramFiles(x86)', 'CommonProgramW6432', 'NUMBER_OF_PROCESSORS'],
  // Electron as Node, which is how a package runs the `headroom` command; an AppImage's own places; a snap's.
  ['ELECTRON_RUN_AS_NODE', 'APPDIR', 'APPIMAGE', 'SNAP'],
].flat()

/** How names begin. */
const beginnings = [
  // Libraries of GPUs, by vendor and by what lies between: Vulkan, CUDA, ROCm, Mesa, Metal.
  ['VK_', 'CUDA_', 'NVIDIA_', '__NV_', '__GL_', 'HIP_', 'HSA_', 'ROCM_', 'ROCR_', 'GPU_', 'AMD_', 'RADV_', 'ANV_', 'INTEL_'],
  ['MESA_', 'GALLIUM_', 'LP_', 'DRI_', 'LIBGL_', 'EGL_', 'ZINK_', 'NIR_', 'LVP_', 'MTL_', 'METAL_', 'ZE_', 'SYCL_', 'ONEAPI_'],
  // llama.cpp, its threads, and the package that binds it.
  ['GGML_', 'LLAMA_', 'OMP_', 'KMP_', 'GOMP_', 'NODE_LLAMA_CPP_'],
  // Folders of settings and caches: descriptions of Vulkan's drivers, compiled shaders.
  ['XDG_', 'LC_', 'PROCESSOR_', 'WINE', 'HEADROOM_'],
].flat()

/** Some tokens have names that begin alike: LLAMA_API_KEY, NVIDIA_API_KEY. */
const secret = /TOKEN|SECRET|PASSW|CREDENTIAL|_KEY/

const known = new Set(names.map((name) => name.toUpperCase()))

/** `given`: what this process was started with. */
export function childEnvironment(given: NodeJS.ProcessEnv = process.env): Record<string, string> {
  const kept = Object.entries(given).filter(([name]) => {
    const upper = name.toUpperCase()
    return known.has(upper) || (!secret.test(upper) && beginnings.some((beginning) => upper.startsWith(beginning)))
  })
  return Object.fromEntries(kept) as Record<string, string>
}
