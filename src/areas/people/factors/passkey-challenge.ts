import { randomBytes } from 'node:crypto';
import type { RequestContext } from '#context';
import { hashKey } from '#http/auth.ts';
import { MINUTE_MS } from '#kernel/durations.ts';
import { insertChallenge, takeChallenge, type Challenge } from './store/waiting.ts';

const CHALLENGE_BYTES = 32;
/** For so long a challenge is good, and a browser waits for its person. */
export const CHALLENGE_MS = 5 * MINUTE_MS;

type ChallengeContext = Pick<RequestContext, 'postgres' | 'clock'>;
type Use = Omit<Challenge, 'hash'>;

/** A challenge that is good for one time, five minutes and one use. */
export async function makeChallenge({ postgres, clock }: ChallengeContext, use: Use): Promise<Uint8Array<ArrayBuffer>> {
  const challenge = new Uint8Array(randomBytes(CHALLENGE_BYTES));
  const now = clock.realNow();
  const hash = hashKey(Buffer.from(challenge).toString('base64url'));
  await insertChallenge(postgres, { ...use, hash, endsAt: new Date(now + CHALLENGE_MS) }, new Date(now));
  return challenge;
}

/** Uses a challenge up, before it is known whether it was signed well. @returns whether it was one of ours and for this use */
export async function useChallenge({ postgres, clock }: ChallengeContext, challenge: string, use: Use): Promise<boolean> {
  return await takeChallenge(postgres, { ...use, hash: hashKey(challenge) }, new Date(clock.realNow()));
}
