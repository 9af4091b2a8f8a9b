import { SECOND_MS } from '#kernel/durations.ts';
import { readCookie } from './cookies.ts';

/** The cookie that carries a session (docs/accounts.md): an opaque text of 256 random bits. */

const TOKEN_SHAPE = /^[A-Za-z0-9_-]{43}$/u;

export interface SessionCookie {
  readonly name: string;
  /** The session's token, if the headers have one. */
  read(headers: { readonly cookie?: string | undefined }): string | undefined;
  /** The value of `Set-Cookie` that begins a session. */
  write(token: string, lastsMs: number): string;
  /** The value of `Set-Cookie` that ends it. */
  readonly cleared: string;
}

/** @param publicUrl https: the browser is to keep the cookie from other hosts and from plain connections */
export function makeSessionCookie(publicUrl: string | undefined): SessionCookie {
  const isSecure = publicUrl !== undefined && new URL(publicUrl).protocol === 'https:';
  const name = isSecure ? '__Host-sightline' : 'sightline';
  const set = (value: string, seconds: number): string =>
    `${name}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${seconds}${isSecure ? '; Secure' : ''}`;
  return {
    name,
    read: ({ cookie }) => readCookie(cookie, name, TOKEN_SHAPE),
    write: (token, lastsMs) => set(token, Math.floor(lastsMs / SECOND_MS)),
    cleared: set('', 0),
  };
}
