import { importPKCS8, SignJWT } from 'jose';
import { z } from 'zod';
import { SECOND_MS } from '#kernel/durations.ts';
import type { ServiceAccount } from './index.ts';

export const SCOPE = 'https://www.googleapis.com/auth/webmasters.readonly';
const ALGORITHM = 'RS256';
const LIFE_SECONDS = 3_600;
const LINE = 64;
const KEY_BYTES_MAX = 16 * 1_024;

const KeyFile = z.object({
  type: z.literal('service_account'),
  client_email: z.string().regex(/^[^\s@]+@[^\s@]+$/u),
  private_key: z.string().min(1),
  private_key_id: z.string().optional(),
});

/** Why a text is no usable key of a service account, as a sentence about it. */
export class ServiceAccountProblem extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ServiceAccountProblem';
  }
}

/**
 * Reads the JSON that Google gives out for a service account. Line ends of the key that were lost or doubled
 * on the way are put right. Addresses in it are not believed.
 * @throws ServiceAccountProblem
 */
export async function readServiceAccount(text: string): Promise<ServiceAccount> {
  if (text.length > KEY_BYTES_MAX) throw new ServiceAccountProblem('is too long for a key file');
  const parsed = KeyFile.safeParse(parseJson(text));
  if (!parsed.success) throw new ServiceAccountProblem('must be the JSON key of a service account, with client_email and private_key');
  const { client_email: email, private_key: key, private_key_id: keyId } = parsed.data;
  const privateKey = repairKey(key);
  await importPKCS8(privateKey, ALGORITHM).catch(() => {
    throw new ServiceAccountProblem('has a private_key that cannot be read; copy the whole file as it was downloaded');
  });
  return { email, keyId, privateKey };
}

/** The text that a token is given for. */
export async function signAssertion({ email, keyId, privateKey }: ServiceAccount, audience: string, nowMs: number): Promise<string> {
  const seconds = Math.floor(nowMs / SECOND_MS);
  return await new SignJWT({ scope: SCOPE })
    .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT', ...(keyId === undefined ? {} : { kid: keyId }) })
    .setIssuer(email)
    .setAudience(audience)
    .setIssuedAt(seconds)
    .setExpirationTime(seconds + LIFE_SECONDS)
    .sign(await importPKCS8(privateKey, ALGORITHM));
}

/** The same key in lines of 64 characters, whatever became of its line ends. */
function repairKey(key: string): string {
  const body = key
    .replaceAll(/\\+[nr]/gu, '\n')
    .replaceAll(/-----(?:BEGIN|END) PRIVATE KEY-----/gu, '')
    .replaceAll(/\s/gu, '');
  const lines = body.match(new RegExp(`.{1,${LINE}}`, 'gu')) ?? [];
  return `-----BEGIN PRIVATE KEY-----\n${lines.join('\n')}\n-----END PRIVATE KEY-----\n`;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
