import { z } from 'zod'

export const exportedFile = z.object({ fileName: z.string(), mediaType: z.string(), text: z.string() })
export type ExportedFile = z.infer<typeof exportedFile>
