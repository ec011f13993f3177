import { Citewell } from './client.ts';
import type {
  AbstractResponse,
  DocumentRequest,
  ServiceResponse,
  SessionRequest,
  SessionResponse,
} from './page-protocol.ts';
import { type CallOptions, type CitewellOptions, post } from './transport.ts';

/** Marks requests from the service's own pages, the only ones for which the session cookie is accepted. */
const pageHeader = { 'x-citewell-page': '1' };

/**
 * Client of the service's own pages: the session replaces the key.
 * @example
 * const client = new PageClient({ language: 'en' });
 */
export class PageClient extends Citewell {
  /** Creates a client of the service that the page came from; nothing is sent. */
  constructor(options: Pick<CitewellOptions, 'language' | 'fetch' | 'maxRetries'>) {
    super({ baseUrl: '', ...options, headers: pageHeader });
  }

  /**
   * Returns the current session.
   * @throws {CitewellError} of the class that its status maps to; the signal's reason if that aborts.
   * @example
   * const { session } = await client.session();
   */
  async session(options: CallOptions = {}): Promise<SessionResponse> {
    return this.transport.reply('/web/session', {}, options);
  }

  /**
   * Starts a session with an API key or as a guest; it is stored in a cookie that no script can read.
   * @throws {CitewellError} of the class that its status maps to; the signal's reason if that aborts.
   * @example
   * const { session } = await client.signIn({ key });
   */
  async signIn(request: SessionRequest, options: CallOptions = {}): Promise<SessionResponse> {
    return this.transport.reply('/web/session', post(request), options);
  }

  /**
   * Ends the session. The key remains valid.
   * @throws {CitewellError} of the class that its status maps to; the signal's reason if that aborts.
   * @example
   * await client.signOut();
   */
  async signOut(options: CallOptions = {}): Promise<SessionResponse> {
    return this.transport.reply('/web/session', { method: 'DELETE' }, options);
  }

  /**
   * Returns the capabilities of this installation.
   * @throws {CitewellError} of the class that its status maps to; the signal's reason if that aborts.
   * @example
   * const { quota_timezone } = await client.service();
   */
  async service(options: CallOptions = {}): Promise<ServiceResponse> {
    return this.transport.reply('/web/service', {}, options);
  }

  /**
   * Returns the abstract of an article, free of charge.
   * @param pmid PubMed identifier: 1 to 10 digits.
   * @throws {CitewellError} of the class that its status maps to; the signal's reason if that aborts.
   * @example
   * const { abstract } = await client.abstract('28770324');
   */
  async abstract(pmid: string, options: CallOptions = {}): Promise<AbstractResponse> {
    return this.transport.reply(`/web/abstract?pmid=${encodeURIComponent(pmid)}`, {}, options);
  }

  /**
   * Converts a text to a Word document.
   * @throws {CitewellError} of the class that its status maps to; the signal's reason if that aborts.
   * @example
   * const file = await client.document({ review: '# Statins', language: 'en', references: [] });
   */
  async document(request: DocumentRequest, options: CallOptions = {}): Promise<Blob> {
    return this.transport.file('/web/document', post(request), options);
  }

  /**
   * Returns the OpenAPI description of the service, `/openapi.json`.
   * @throws {CitewellError} of the class that its status maps to; the signal's reason if that aborts.
   * @example
   * const { paths } = await client.openapi<{ paths: Record<string, unknown> }>();
   */
  async openapi<Description>(options: CallOptions = {}): Promise<Description> {
    return this.transport.reply('/openapi.json', {}, options);
  }
}
