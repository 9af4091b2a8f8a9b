import { domainToUnicode } from 'node:url';
import { parse } from 'tldts';

/** A host name taken apart. */
export interface HostName {
  /** In lower case, without a trailing dot or a leading `www.`. */
  readonly host: string;
  /** The part that can be registered: `bbc.co.uk`. Undefined for addresses, single labels and bare suffixes. */
  readonly registrable: string | undefined;
  /** `co.uk` */
  readonly suffix: string;
  /** The labels before the registrable domain, the outermost first. */
  readonly subLabels: readonly string[];
  /** The registrable label in letters, without accents: `buecher` of `xn--bcher-kva.de`. */
  readonly name: string;
  readonly isIp: boolean;
  /** Letters of more than one alphabet in one label, as in a name that imitates another. */
  readonly isMixedScript: boolean;
}

const HOST_LENGTH_MAX = 253;
const SCRIPTS = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u];

/** Takes any text; what is no host name comes back without a registrable domain. */
export function readHost(text: string): HostName {
  const host = toBareHost(text);
  const parts = parse(host, { validateHostname: false });
  const registrable = host.length > HOST_LENGTH_MAX || parts.isIp === true ? undefined : (parts.domain ?? undefined);
  const unicode = host.includes('xn--') ? domainToUnicode(parts.domainWithoutSuffix ?? '') : (parts.domainWithoutSuffix ?? '');
  return {
    host,
    registrable,
    suffix: parts.publicSuffix ?? '',
    subLabels: registrable === undefined || !parts.subdomain ? [] : parts.subdomain.split('.'),
    name: toLetters(unicode),
    isIp: parts.isIp === true || host.includes(':') || host.startsWith('['),
    isMixedScript: SCRIPTS.filter((script) => script.test(unicode)).length > 1,
  };
}

function toBareHost(text: string): string {
  const host = text.trim().toLowerCase().replace(/\.+$/u, '');
  return host.startsWith('www.') && host.indexOf('.', 4) !== -1 ? host.slice(4) : host;
}

const UMLAUTS: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss', ø: 'o', æ: 'ae', å: 'a', ł: 'l', ı: 'i' };

function toLetters(label: string): string {
  // oxlint-disable-next-line no-control-regex
  if (/^[\u0000-\u007f]*$/u.test(label)) return label;
  return label
    .replaceAll(/[äöüßøæåłı]/gu, (letter) => UMLAUTS[letter] ?? letter)
    .normalize('NFKD')
    .replaceAll(/\p{Mn}/gu, '');
}
