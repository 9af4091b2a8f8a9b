import { FIELD_RULES, type AppField } from './app-fields.ts';

/** Whether two values of a field say the same. Pictures are the same whatever host serves them in whatever size. */
export function isSameValue(field: AppField, left: unknown, right: unknown): boolean {
  return toComparable(field, left) === toComparable(field, right);
}

function toComparable(field: AppField, value: unknown): string {
  const { kind } = FIELD_RULES[field];
  if (kind === 'picture') return toPictureKey(String(value));
  if (kind === 'pictures') return (value as readonly string[]).map(toPictureKey).join('\n');
  return JSON.stringify(value);
}

/** Hosts of `store_a`, of which any serves any picture; the last part of the path is the size. */
const STORE_A_HOST = /\.mzstatic\.com$/u;
/** Hosts of `store_b`; the size follows an equals sign. */
const STORE_B_HOST = /\.(?:googleusercontent|ggpht)\.com$/u;

/** Hosts that the stores alone put pictures on; other names below `googleusercontent.com` are those of anybody's machines. */
const PICTURE_HOST = /^(?:(?:is|a)\d{1,2}(?:-ssl)?\.mzstatic\.com|(?:play-lh|lh\d)\.(?:googleusercontent|ggpht)\.com)$/u;

/** Whether a picture lies where the stores keep theirs: a browser may be sent there. */
export function isStorePicture(address: string): boolean {
  const url = URL.parse(address);
  return url?.protocol === 'https:' && url.port === '' && url.username === '' && PICTURE_HOST.test(url.hostname);
}

/** What names a picture in its address, without host and size. */
export function toPictureKey(address: string): string {
  const url = URL.parse(address);
  if (url === null) return address;
  if (STORE_A_HOST.test(url.hostname)) return url.pathname.replace(/\/[^/]*$/u, '');
  if (STORE_B_HOST.test(url.hostname)) return url.pathname.replace(/=[^/]*$/u, '');
  return address;
}
