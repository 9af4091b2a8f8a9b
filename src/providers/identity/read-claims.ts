import { IdentityError, type Claims } from './index.ts';

const SUBJECT_LENGTH_MAX = 255;

/**
 * What is claimed, in one shape. Some providers write `email_verified` as text, and one says in `xms_edov` that it has seen the
 * domain of the address proved.
 * @throws IdentityError `refused` without an issuer and a subject
 */
export function readClaims(all: Readonly<Record<string, unknown>>): Claims {
  const { iss, sub, email, email_verified: isVerified, xms_edov: isOwned, name } = all;
  if (typeof iss !== 'string' || typeof sub !== 'string' || sub === '' || sub.length > SUBJECT_LENGTH_MAX)
    throw new IdentityError('refused', `the subject has more than ${SUBJECT_LENGTH_MAX} characters, or is none`);
  return {
    issuer: iss,
    subject: sub,
    email: typeof email === 'string' && ADDRESS.test(email) ? email.toLowerCase() : undefined,
    isEmailVerified: [isVerified, isOwned].some((said) => said === true || said === 'true' || said === '1' || said === 1),
    name: typeof name === 'string' && name.trim() !== '' ? name.trim() : undefined,
    all,
  };
}

/** One `@`, and nothing that another reader of it could take for an end. */
const ADDRESS = /^[^\s@<>",;:\\()[\]]{1,64}@[a-z0-9.-]{1,189}$/iu;
