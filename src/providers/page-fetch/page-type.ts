import { firstOf, type HttpHeaders } from '../http-errors.ts';

const READABLE: ReadonlySet<string> = new Set(['text/html', 'application/xhtml+xml', 'application/xml', 'text/xml', 'text/plain']);
const SNIFFED_BYTES = 512;
/** How files begin that are often sent under a wrong name, or none. */
const SIGNATURES: readonly (readonly [type: string, beginning: string])[] = [
  ['application/pdf', '%PDF-'],
  ['image/png', '\u0089PNG'],
  ['image/gif', 'GIF8'],
  ['image/jpeg', '\u00ff\u00d8\u00ff'],
  ['application/zip', 'PK\u0003\u0004'],
  ['application/gzip', '\u001f\u008b'],
];

/** The type that the server named, without parameters and in lower case. */
export function typeOf(headers: HttpHeaders): string | null {
  const type = firstOf(headers['content-type'])?.split(';', 1)[0]?.trim().toLowerCase();
  return type === undefined || type === '' ? null : type;
}

/** Whether this may be a page. Without a declared type the first bytes decide. */
export function isReadableType(type: string | null): boolean {
  if (type === null || READABLE.has(type)) return true;
  return type.startsWith('application/') && type.endsWith('+xml');
}

/** What the bytes are when they are surely no text; whatever type was named. */
export function sniffBinary(bytes: Buffer): string | undefined {
  const beginning = bytes.toString('latin1', 0, SNIFFED_BYTES);
  const known = SIGNATURES.find(([, signature]) => beginning.startsWith(signature));
  if (known !== undefined) return known[0];
  // UTF-16 has zero bytes in every other place, and says so by its mark.
  const isMarked = beginning.startsWith('\u00ff\u00fe') || beginning.startsWith('\u00fe\u00ff');
  return beginning.includes('\u0000') && !isMarked ? 'application/octet-stream' : undefined;
}
