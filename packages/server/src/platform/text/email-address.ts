/** RFC 5321: an address with its brackets is at most 256 characters. */
export const emailAddressMax = 254;

const atom = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+";
const label = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?';
const form = new RegExp(`^(?=[^@]{1,64}@)${atom}(?:\\.${atom})*@(?:${label}\\.)+(?=.*[A-Za-z])${label}$`);

/**
 * Returns true if the text is exactly one plain address: no display name, list, comment, quoted part or white space,
 * and no character that could end a mail header. Stricter than the standard on purpose: accepted addresses are put
 * into headers and SMTP commands.
 */
export function isEmailAddress(text: string): boolean {
  return text.length <= emailAddressMax && form.test(text);
}
