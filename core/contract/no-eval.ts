/** Imported before any schema is made: zod 4 would otherwise probe `new Function`, which the content security policy forbids. */
import { z } from 'zod'

z.config({ jitless: true })
