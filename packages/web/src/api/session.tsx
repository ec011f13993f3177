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
  /** The client every call goes through: the session's cookie stands for the key. */
  client: PageClient;
  service: ServiceResponse | undefined;
  /** Undefined while it is not known yet. */
  session: PageSession | null | undefined;
  /** The operator lets people in without a key. */
  guest: boolean;
  signIn(credentials: SessionRequest): Promise<void>;
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
    // Where it does not reach the service, the cookie is still there: nobody is told they were out.
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
