import { z } from 'zod';
import { defineChannelKind } from './channel-kind.ts';

/** A feed that programs read by its token. */
export const feedKind = defineChannelKind({
  kind: 'feed',
  summary: 'An Atom feed at an address with a token, for feed readers.',
  config: z.strictObject({}),
  secretFields: [],
  limits: { burst: 1 },
  isFeed: true,
  mask: () => 'Atom feed',
});
