/** Returns true for a failure that only another setting can end. */
export function isWrongSetting(error: Error): boolean {
  const code = codeOf(error);
  return isUntrusted(code) || isOtherProtocol(code);
}

/** Returns the system's code of the failure; empty if there is none. */
export function codeOf(error: Error): string {
  const { cause } = error;
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  return typeof code === 'string' ? code : '';
}

/** Matches codes of certificates: DEPTH_ZERO_SELF_SIGNED_CERT, UNABLE_TO_VERIFY_LEAF_SIGNATURE and others. */
export function isUntrusted(code: string): boolean {
  return /CERT|^UNABLE_TO_|^ERR_TLS_/.test(code);
}

/** Matches HTTP where TLS was expected, and the reverse. */
export function isOtherProtocol(code: string): boolean {
  return /^(?:EPROTO$|ERR_SSL_|HPE_)/.test(code);
}
