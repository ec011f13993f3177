import type { Citewell } from '@citewell/sdk';
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from 'react';
import { useLanguage } from '../lib/language.tsx';
import { createClient, requestJson, type Service, type Session, type SessionReply } from './page-api.ts';

type Visit = {
  client: Citewell;
  service: Service | undefined;
  /** Undefined while it is not known yet. */
  session: Session | null | undefined;
  /** The operator lets people in without a key. */
  guest: boolean;
  signIn(credentials: { key: string } | { guest: true }): Promise<void>;
  signOut(): Promise<void>;
  /** The service could not be reached at all. */
  unreachable: boolean;
  reload(): void;
  /** The dialog in which a key is pasted. */
  signingIn: boolean;
  askToSignIn(open: boolean): void;
};

const VisitContext = createContext<Visit | undefined>(undefined);

export function VisitProvider({ children }: { children: ReactNode }) {
  const { language } = useLanguage();
  const client = useMemo(() => createClient(language), [language]);
  const [reply, setReply] = useState<SessionReply>();
  const [service, setService] = useState<Service>();
  const [unreachable, setUnreachable] = useState(false);
  const [signingIn, askToSignIn] = useState(false);

  const reload = useCallback(() => {
    setUnreachable(false);
    Promise.all([requestJson<SessionReply>('/web/session'), requestJson<Service>('/web/service')]).then(
      ([session, facts]) => {
        setReply(session);
        setService(facts);
      },
      () => setUnreachable(true),
    );
  }, []);
  useEffect(reload, [reload]);

  const visit: Visit = {
    client,
    service,
    session: reply?.session,
    guest: reply?.guest ?? false,
    async signIn(body) {
      setReply(await requestJson<SessionReply>('/web/session', { method: 'POST', body, language }));
    },
    async signOut() {
      setReply(await requestJson<SessionReply>('/web/session', { method: 'DELETE', language }));
    },
    unreachable,
    reload,
    signingIn,
    askToSignIn,
  };
  return <VisitContext value={visit}>{children}</VisitContext>;
}

export function useVisit(): Visit {
  const visit = useContext(VisitContext);
  if (!visit) throw new Error('useVisit needs a VisitProvider');
  return visit;
}
