import {
  PageClient,
  type PageSession,
  type ServiceResponse,
  type SessionRequest,
  type SessionResponse,
} from '@citewell/sdk';
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from 'react';
import { useLanguage } from '../lib/language.tsx';

type Visit = {
  /** Client for all calls; the session's cookie represents the key. */
  client: PageClient;
  service: ServiceResponse | undefined;
  /** Session of the signed-in key, null if nobody is signed in, and undefined while unknown. */
  session: PageSession | null | undefined;
  /** Indicates that the operator admits people without a key. */
  guest: boolean;
  signIn(credentials: SessionRequest): Promise<void>;
  signOut(): Promise<void>;
  /** Indicates that the service could not be reached. */
  unreachable: boolean;
  reload(): void;
  /** Dialog for entering a key. */
  signingIn: boolean;
  askToSignIn(open: boolean): void;
};

const VisitContext = createContext<Visit | undefined>(undefined);

export function VisitProvider({ children }: { children: ReactNode }) {
  const { language } = useLanguage();
  const client = useMemo(() => new PageClient({ language }), [language]);
  const [reply, setReply] = useState<SessionResponse>();
  const [service, setService] = useState<ServiceResponse>();
  const [unreachable, setUnreachable] = useState(false);
  const [signingIn, askToSignIn] = useState(false);

  const reload = useCallback(() => {
    setUnreachable(false);
    Promise.all([client.session(), client.service()]).then(
      ([session, facts]) => {
        setReply(session);
        setService(facts);
      },
      () => setUnreachable(true),
    );
  }, [client]);
  useEffect(reload, [reload]);

  const visit: Visit = {
    client,
    service,
    session: reply?.session,
    guest: reply?.guest ?? false,
    async signIn(credentials) {
      setReply(await client.signIn(credentials));
    },
    // If the service cannot be reached, the cookie is still there: nobody should be told that they are signed out.
    signOut: () => client.signOut().then(setReply, () => setUnreachable(true)),
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
