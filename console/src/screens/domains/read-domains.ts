/** Of one order. */
export const DOMAINS_MAX = 1_000;

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
