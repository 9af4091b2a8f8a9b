import { buckets } from './buckets.ts';
import { entityStore } from './entity-store.ts';
import { identity } from './identity.ts';
import { models } from './models.ts';
import { provider } from './provider.ts';
import { receivers } from './receivers.ts';
import { searchConsole } from './search-console.ts';
import { otherSites, worldSites } from './sites.ts';
import { stores } from './stores.ts';
import { webhook } from './webhook.ts';
import type { OutsideHost } from './host.ts';

/** The outside world. A request is for the first one that matches it. */
export const HOSTS: readonly OutsideHost[] = [
  worldSites,
  stores,
  webhook,
  ...receivers,
  models,
  entityStore,
  identity,
  searchConsole,
  buckets,
  otherSites,
  provider,
];
