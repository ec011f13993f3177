/** Creates an address of 254 characters with a local part of 64. */
export const longestDomain = `${'a'.repeat(63)}.${'b'.repeat(63)}.${'c'.repeat(61)}`;

/** Addresses that a form accepts. */
export const plainAddresses = [
  'a@b.c',
  'li.wei+key@mail.example.cn',
  "o'brien@example.ie",
  '123@163.com',
  'x@xn--fiqs8s.cn',
  '{a}=b|c&d@example.org',
];

/** Addresses used to inject headers and recipients, and strings that are no addresses. */
export const hostileAddresses = [
  'a@b.c\r\nBcc:x@y.z',
  'a@b.c\nBcc: x@y.z',
  'a@b.c\r',
  'a@b.c\n',
  'a\r\nBcc:x@b.c',
  'a@b.c%0d%0aBcc:x@y.z',
  'a@b.c,x@y.z',
  'a@b.c;x@y.z',
  'a@b.c x@y.z',
  'A <a@b.c>',
  '<a@b.c>',
  '"x@y.z> RCPT TO:<v"@b.c',
  '"a@evil.example x"@b.c',
  'list:a@b.c,x@y.z;',
  'a(comment)@b.c',
  'a@[127.0.0.1]',
  'a@b.c\u2028Bcc:x@y.z',
  'a@b.c\u0000',
  'a@ｂ.c',
  'ａ@b.c',
  'a@b@c.d',
  'a@b.c>SIZE=1',
  ' a@b.c',
  'a@b.c\t',
  '',
  'a',
  'a@b',
  '@b.c',
  'a@',
  '.a@b.c',
  'a..b@c.d',
  'a@-b.c',
  'a@b-.c',
  'a@1.2.3.4',
  `${'l'.repeat(65)}@b.c`,
  `${'l'.repeat(64)}@${longestDomain}d`,
];
