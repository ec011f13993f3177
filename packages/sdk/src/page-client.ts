import { Citewell } from './client.ts';
import type {
  AbstractResponse,
  DocumentRequest,
  ServiceResponse,
  SessionRequest,
  SessionResponse,
} from './page-protocol.ts';
import { type CallOptions, type CitewellOptions, post } from './transport.ts';

/** Tells the service that its own page asks: the session's cookie counts only then. */
const pageHeader = { 'x-citewell-page': '1' };

/** The client of the service's own pages: its session stands for the key. */
export class PageClient extends Citewell {
  constructor(options: Pick<CitewellOptions, 'language' | 'fetch' | 'maxRetries'>) {
    super({ baseUrl: '', ...options, headers: pageHeader });
  }

  /** Returns the current session. */
  async session(options: CallOptions = {}): Promise<SessionResponse> {
    return this.transport.reply('/web/session', {}, options);
  }

  async signIn(request: SessionRequest, options: CallOptions = {}): Promise<SessionResponse> {
    return this.transport.reply('/web/session', post(request), options);
  }

  async signOut(options: CallOptions = {}): Promise<SessionResponse> {
    return this.transport.reply('/web/session', { method: 'DELETE' }, options);
  }

  /** Returns the capabilities of this installation. */
  async service(options: CallOptions = {}): Promise<ServiceResponse> {
    return this.transport.reply('/web/service', {}, options);
  }

  /** An article's abstract. Nothing is charged for it. */
  async abstract(pmid: string, options: CallOptions = {}): Promise<AbstractResponse> {
    return this.transport.reply(`/web/abstract?pmid=${encodeURIComponent(pmid)}`, {}, options);
  }

  /** A text as a Word document. */
  async document(request: DocumentRequest, options: CallOptions = {}): Promise<Blob> {
    return this.transport.file('/web/document', post(request), options);
  }

  /** The description of the interface, /openapi.json. */
  async openapi<Description>(options: CallOptions = {}): Promise<Description> {
    return this.transport.reply('/openapi.json', {}, options);
  }
}
