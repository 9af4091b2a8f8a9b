import { randomBytes } from 'node:crypto';

const TOKEN_BYTES = 32;

/** A new secret of 256 random bits, for a cookie or a link; what is stored of it is `hashKey`. */
export function newToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url');
}

/** A link to a page of the console. The token stands behind `#`: browsers keep that to themselves, so it is in no log. */
export function toConsoleLink(
  baseUrl: string,
  { page, name, token }: { readonly page: string; readonly name: string; readonly token: string },
): string {
  return `${baseUrl.replace(/\/+$/u, '')}/console/${page}#${name}=${token}`;
}
