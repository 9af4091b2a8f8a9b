import { z } from 'zod';
import { defineEventKind } from '../event-kind.ts';
import { failingChannels } from '../sources/service-facts.ts';
import { foldStanding } from '../sources/standing.ts';

/** A channel has not taken several messages: those who read it get none. */
export const channelFailing = defineEventKind({
  event: 'channel_failing',
  params: z.strictObject({}),
  describe: () => 'a channel takes no messages',
  family: 'service',
  judgedAfter: 'minute',
  isOfService: true,
  source: failingChannels,
  fold: (_params, subject, observations, options) => foldStanding(subject, observations, options),
});
