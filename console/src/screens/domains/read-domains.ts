/** Names with a dot between them; the service knows the rest. */
const HOST = /^[^\s.]+(?:\.[^\s.]+)+$/u;
/** Most domains of one order. */
const DOMAINS_MAX = 1_000;

/** Domains from a text of lines, or separated by commas or spaces, each once. Addresses of pages give their host. */
export function readDomains(text: string): string[] {
  const words = text.split(/[\s,;]+/u).filter((word) => word !== '');
  return [
    ...new Set(
      words.map((word) =>
        word
          .toLowerCase()
          .replace(/^[a-z]+:\/\//u, '')
          .replace(/[/?#].*$/u, ''),
      ),
    ),
  ];
}

/** What keeps domains from being asked for, in words; undefined when nothing does. */
export function describeProblem(domains: readonly string[]): string | undefined {
  if (domains.length > DOMAINS_MAX) return `At most ${DOMAINS_MAX.toLocaleString('en-US')} at once`;
  const wrong = domains.find((domain) => !HOST.test(domain));
  return wrong === undefined ? undefined : `"${wrong}" is not a domain; write it like example.com`;
}
