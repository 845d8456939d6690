import { describe, expect, it } from 'vitest'
import { describeFailure } from '../copy/failures'
import { loaderComplaint, missingVcRuntime } from './loader-complaint'

describe('the error message of the system’s loader', () => {
  it('names the missing library', () => {
    expect(loaderComplaint('headroom-no-such-library.so', process.dlopen)).toMatch(/headroom-no-such-library|could not be found|not found/)
  })
})

/** Node reports "did not self-register" for a library that the Windows loader finds. */
const loaderWith =
  (...libraries: string[]) =>
  (_module: object, library: string): void => {
    throw new Error(
      libraries.includes(library) ? `Module did not self-register: '${library}'.` : 'The specified module could not be found.',
    )
  }

describe('missingVcRuntime', () => {
  it('lists which of the three files Windows cannot find', () => {
    expect(missingVcRuntime('win32', loaderWith())).toEqual(['VCRUNTIME140.dll', 'VCRUNTIME140_1.dll', 'MSVCP140.dll'])
    // The runtime of Visual Studio 2015 lacks VCRUNTIME140_1.dll.
    expect(missingVcRuntime('win32', loaderWith('VCRUNTIME140.dll', 'MSVCP140.dll'))).toEqual(['VCRUNTIME140_1.dll'])
    expect(missingVcRuntime('win32', loaderWith('VCRUNTIME140.dll', 'VCRUNTIME140_1.dll', 'MSVCP140.dll'))).toEqual([])
  })
  it('checks nothing on other systems', () => {
    expect(missingVcRuntime('linux', loaderWith())).toEqual([])
  })
  it('names the files in an error message that says what to install', () => {
    const sentence = describeFailure({ code: 'vc-runtime-missing', facts: { libraries: ['VCRUNTIME140.dll', 'MSVCP140.dll'] } })
    expect(sentence).toContain('Windows cannot find VCRUNTIME140.dll and MSVCP140.dll. Install the Microsoft Visual C++ Redistributable')
  })
})
