/** Vendors have neutral names on the wire. */
export function toProviderName(provider: string | null): string | null {
  return provider === 'dataforseo' ? 'provider' : provider;
}
