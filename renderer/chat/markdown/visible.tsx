import { partsOf } from './hidden-characters'

export const Visible = ({ text }: { readonly text: string }) =>
  partsOf(text).map((part) =>
    part.isHidden ? (
      <span key={part.start} className="hidden-character" title="A character that is not seen">
        {part.text}
      </span>
    ) : (
      part.text
    ),
  )
