/** Returns true for an ASCII letter or digit, without the cost of a regular expression. */
export function isAsciiAlphanumeric(code: number): boolean {
  return isAsciiLetter(code) || isAsciiDigit(code);
}

export function isAsciiLetter(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90);
}

export function isAsciiDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}
