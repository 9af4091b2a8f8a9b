import { createHash, randomBytes } from 'node:crypto';

/** Prefixes of the ids we hand out (decisions, wire rule 6). */
export type IdPrefix =
  | 'proj_' | 'ast_' | 'run_' | 'task_' | 'job_' | 'wf_' | 'sub_' | 'key_' | 'cost_' | 'req_' | 'spend_' | 'dl_';

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const TIME_CHARACTERS = 10;
const RANDOM_CHARACTERS = 16;

/**
 * A new id: the prefix, ten characters of real time (so ids sort by age), sixteen of chance.
 * @example newId('proj_') // proj_01kf3m9x2c8w5h1v6qz0t4r7yb
 */
export function newId(prefix: IdPrefix): string {
  return prefix + encodeTime(Date.now()) + encodeRandom();
}

/** The same inputs always give the same id: prefix plus 24 hex digits of a SHA-256 over the parts. */
export function hashId(prefix: string, parts: readonly (string | number)[]): string {
  const digest = createHash('sha256').update(JSON.stringify(parts)).digest('hex');
  return prefix + digest.slice(0, 24);
}

function encodeTime(epochMs: number): string {
  let rest = epochMs;
  let text = '';
  for (let place = 0; place < TIME_CHARACTERS; place += 1) {
    text = ALPHABET[rest % 32] + text;
    rest = Math.floor(rest / 32);
  }
  return text;
}

function encodeRandom(): string {
  let text = '';
  for (const byte of randomBytes(RANDOM_CHARACTERS)) text += ALPHABET[byte % 32];
  return text;
}
