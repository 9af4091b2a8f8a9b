/** A name that can be registered, as against an address or a name of a local network. */
export function isPublicName(hostname: string): boolean {
  return /\.[a-z]{2,}$/u.test(hostname) && !/\.(internal|local|localhost|sandbox|lan|test)$/u.test(hostname);
}
