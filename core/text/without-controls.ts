/**
 * For a terminal. Replaces control characters, except newline and tab, with pictures (ESC is ␛) or, from U+0080, with U+FFFD. Source:
 * ECMA-48, section 5; Unicode, block Control Pictures.
 */
export const withoutControls = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: it replaces control characters.
  text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, (control) => {
    const code = control.charCodeAt(0)
    return code < 0x20 ? String.fromCharCode(0x2400 + code) : code === 0x7f ? '\u2421' : '\ufffd'
  })
