import { createHash, randomBytes } from 'node:crypto';

/** Prefixes of the ids we hand out (docs/spec-gaps.md, wire rule 6). */
export type IdPrefix =
  | 'q_'
  | 'proj_'
  | 'ast_'
  | 'run_'
  | 'list_'
  | 'task_'
  | 'job_'
  | 'wf_'
  | 'sub_'
  | 'key_'
  | 'cost_'
  | 'req_'
  | 'spend_'
  | 'dl_'
  | 'item_'
  | 'aud_'
  | 'msg_'
  | 'ev_'
  | 'tag_'
  | 'view_'
  | 'ann_'
  | 'shr_'
  | 'usr_'
  | 'ses_'
  | 'totp_'
  | 'pky_'
  | 'seg_'
  | 'mem_'
  | 'inv_'
  | 'sec_'
  | 'mail_'
  | 'madr_'
  | 'idp_'
  | 'idn_'
  | 'alr_'
  | 'rule_'
  | 'rnd_'
  | 'mute_'
  | 'chn_'
  | 'ntc_'
  | 'dig_'
  | 'imp_'
  | 'imt_'
  | 'gcn_'
  | 'gpr_'
  | 'prm_'
  | 'abr_'
  | 'acr_'
  | 'asm_'
  | 'exp_';

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const TIME_CHARACTERS = 10;
const RANDOM_CHARACTERS = 16;
const API_KEY_CHARACTERS = 40;
const SHARE_TOKEN_CHARACTERS = 18;

/**
 * A new id: the prefix, ten characters of real time (so ids sort by age), sixteen of chance.
 * @example newId('proj_') // proj_01kf3m9x2c8w5h1v6qz0t4r7yb
 */
export function newId(prefix: IdPrefix): string {
  return prefix + encodeTime(Date.now()) + encodeRandom(RANDOM_CHARACTERS);
}

/** A new API key (docs/spec-gaps.md, section 5): 200 random bits after the prefix. */
export function newApiKey(): string {
  return `slk_${encodeRandom(API_KEY_CHARACTERS)}`;
}

/** What the link of a share ends with: 22 characters, 90 random bits of them. */
export function newShareToken(): string {
  return `slp_${encodeRandom(SHARE_TOKEN_CHARACTERS)}`;
}

/** Whether a key of the operator's own will do: long enough not to be guessed, and of what a header can carry. */
export function isUsableKey(text: string): boolean {
  return /^[!-~]{16,512}$/u.test(text);
}

const API_KEY_SHAPE = new RegExp(`^slk_[${ALPHABET}]{${API_KEY_CHARACTERS}}$`, 'u');

/** Whether a text looks like an API key of ours. A real one cannot be guessed. */
export function hasApiKeyShape(text: string): boolean {
  return API_KEY_SHAPE.test(text);
}

/** The same inputs always give the same id: prefix plus 24 hex digits of a SHA-256 over the parts. */
export function hashId(prefix: string, parts: readonly (string | number)[]): string {
  const digest = createHash('sha256').update(JSON.stringify(parts)).digest('hex');
  return prefix + digest.slice(0, 24);
}

function encodeTime(epochMs: number): string {
  let rest = epochMs;
  let text = '';
  for (let index = 0; index < TIME_CHARACTERS; index += 1) {
    text = ALPHABET[rest % 32] + text;
    rest = Math.floor(rest / 32);
  }
  return text;
}

function encodeRandom(characters: number): string {
  let text = '';
  for (const byte of takeRandom(characters)) text += ALPHABET[byte % 32];
  return text;
}

const POOL_BYTES = 4096;
let pool = Buffer.alloc(0);

/** Random bytes from a pool: asking the system for a few at a time costs more than all the rest of an id. */
function takeRandom(count: number): Buffer {
  if (pool.length < count) pool = randomBytes(POOL_BYTES);
  const taken = pool.subarray(0, count);
  pool = pool.subarray(count);
  return taken;
}
