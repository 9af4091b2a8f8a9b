/** Vendors have no names on the wire: each of them is the provider. */
export function toProviderName(provider: string | null): string | null {
  return provider === null ? null : 'provider';
}
