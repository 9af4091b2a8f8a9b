/** Whether the client has this answer already: `If-None-Match` (RFC 9110) names one or more of them, or any with `*`. */
export function isKnownTag(known: string | readonly string[] | undefined, etag: string | undefined): boolean {
  if (known === undefined || etag === undefined) return false;
  return String(known)
    .split(',')
    .some((one) => ['*', etag].includes(one.trim().replace(/^W\//u, '')));
}
