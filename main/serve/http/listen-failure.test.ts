import { expect, it } from 'vitest'
import { describeFailure } from '../../../core/copy/failures'
import { listenFailure } from './listen-failure'

const error = (code: string) => Object.assign(new Error(`listen ${code}: 127.0.0.1:80`), { code })

it('says that a port needs more rights, or is reserved, or has another problem', () => {
  expect(listenFailure(error('EACCES'), 80)).toEqual({ code: 'api-port-not-allowed', facts: { port: 80 } })
  expect(describeFailure(listenFailure(error('EACCES'), 80))).toBe(
    'The system does not let Headroom listen on port 80, so the API server is not running. Choose a port from 1024 to 65535. Lower ports need administrator rights.',
  )
  expect(describeFailure(listenFailure(error('EACCES'), 50_000))).toContain(
    'Choose another port, such as 8080. The system reserves this one.',
  )
  expect(listenFailure(error('EMFILE'), 80)).toMatchObject({ code: 'system-error' })
})
