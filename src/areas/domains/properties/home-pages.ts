/** Addresses of a domain's home page, to be tried in turn while a host cannot be reached at all. */
export function listHomePages(domain: string): readonly [string, ...string[]] {
  return [`https://${domain}/`, `https://www.${domain}/`, `http://${domain}/`];
}
