import { type ImageData, imageData } from '../../../core/contract/chat/documents'
import type { Shelves } from './shelves'

/** The images of sent messages. They are deleted with their conversation, or with the last message that has them. */
export class Images {
  constructor(private readonly shelves: Shelves) {}

  add(conversationId: string, id: string, { mediaType, base64 }: ImageData): void {
    this.shelves
      .ofConversation(conversationId)
      .run(
        'INSERT OR IGNORE INTO images (conversation_id, id, media_type, base64) VALUES (?, ?, ?, ?)',
        conversationId,
        id,
        mediaType,
        base64,
      )
  }

  read(conversationId: string, id: string): ImageData | undefined {
    const row = this.shelves
      .ofConversation(conversationId)
      .get('SELECT media_type AS mediaType, base64 FROM images WHERE conversation_id = ? AND id = ?', conversationId, id)
    return imageData.safeParse(row).data
  }
}
