import type { Accounts, KeyAdministration } from './accounts/accounts.ts';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { Engine } from './engines/engine.ts';
import type { Category } from './literature/category.ts';
import type { Retriever } from './literature/retriever.ts';
import type { Log } from './log.ts';

/** Everything the front doors need, built once from the Config. The only place that names concrete adapters. */
export type Services = {
  config: Config;
  clock: Clock;
  log: Log;
  accounts: Accounts;
  keys: KeyAdministration;
  engine: Engine;
  /** The engine that needs nothing: answers where the model cannot. The same object as `engine` without a model. */
  fallbackEngine: Engine;
  literature: Literature;
  categories: ReadonlyMap<string, Category>;
  close(): Promise<void>;
};

/** Sources by role. The remote ones are asked in order until one answers; the library is asked beside them. */
export type Literature = { remote: Retriever[]; library: Retriever | undefined };
