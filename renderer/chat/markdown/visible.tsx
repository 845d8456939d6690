import { copy } from '../../../core/copy/copy'
import { partsOf } from './hidden-characters'

export const Visible = ({ text }: { readonly text: string }) =>
  partsOf(text).map((part) =>
    part.isHidden ? (
      <span key={part.start} className="hidden-character" title={copy.chat.markdown.invisibleCharacter}>
        {part.text}
      </span>
    ) : (
      part.text
    ),
  )
