import { once } from 'node:events';
import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { Address } from './address.ts';

/** SSLRequest: https://www.postgresql.org/docs/18/protocol-message-formats.html */
const sslRequest = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);
const accepted = 'S';

/**
 * Connects to a server, with TLS if the address asks for it. Destroying the socket ends the connection.
 *
 * @throws Error if there is no server, its certificate is not valid, it does not support TLS, or the signal aborts.
 */
export async function connectSocket({ place, tls }: Address, signal: AbortSignal): Promise<Socket> {
  const plain = connectTcp(place);
  // Errors reject pending waits for the socket; later ones are followed by "close".
  plain.on('error', () => {});
  const ended = () => plain.destroy(new Error('Connection terminated unexpectedly'));
  plain.once('end', ended);
  try {
    await once(plain, 'connect', { signal });
    if (!tls) return plain.off('end', ended);
    plain.write(sslRequest);
    const [answer]: Buffer[] = await once(plain, 'data', { signal });
    // More than one byte would be plain text injected before the encrypted data (CVE-2021-23222).
    if (answer?.toString('latin1') !== accepted)
      throw new Error('The server does not support SSL connections');
    const host = 'host' in place ? place.host : 'localhost';
    const secure = connectTls({ socket: plain, host, ...(!isIP(host) && { servername: host }), ...tls });
    secure.on('error', () => {});
    await once(secure, 'secureConnect', { signal });
    plain.off('end', ended);
    return secure;
  } catch (error) {
    plain.destroy();
    throw error;
  }
}
