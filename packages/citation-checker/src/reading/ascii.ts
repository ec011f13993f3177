/** Whether a code unit is an ASCII letter or digit: nearly all there is to read, told without a regular expression. */
export function isAsciiAlphanumeric(code: number): boolean {
  return isAsciiLetter(code) || isAsciiDigit(code);
}

export function isAsciiLetter(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90);
}

export function isAsciiDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}
