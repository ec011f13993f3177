import { createPasswords, type Passwords } from '../../identity/password.ts';

/**
 * Creates password hashing at a reduced cost of scrypt, so that tests sign in within a millisecond instead of a third of a
 * second: a stored password contains its own cost. The usual cost is tested with the CLI.
 */
export function createCheapPasswords(): Passwords {
  return createPasswords({ logN: 8, r: 8, p: 1 });
}
