/** Where the fetching of a domain is asked for: its workflow can end well although nothing came. */
export function toDomainStatusUrl(domain: string): string {
  return `/api/admin/domains/status?domain=${encodeURIComponent(domain)}`;
}
