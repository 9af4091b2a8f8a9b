/** The secret behind `#name=` of an address, which no server and no log has seen. */
export function readSecret(hash: string, name: 'link' | 'token'): string | undefined {
  return new URLSearchParams(hash.replace(/^#/u, '')).get(name) || undefined;
}

/** Takes the secret out of the address, so that it stays in no history. */
export function forgetSecret(): void {
  window.history.replaceState(window.history.state, '', window.location.pathname);
}
