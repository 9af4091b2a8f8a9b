/** Vendors have neutral names on the wire (decisions, wire rule 8). */
export function toProviderName(provider: string | null): string | null {
  return provider === 'dataforseo' ? 'provider' : provider;
}
