/** Control and bidirectional characters, which make a terminal or page show a different text. */
export const deceptiveCharacters = /[\p{Cc}\u200e\u200f\u2028-\u202e\u2066-\u2069]/u;
