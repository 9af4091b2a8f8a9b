/** Takes secrets and names of people out of what is handed to others. */

const SECRET_NAME = /pass|secret|token|authorization|cookie|credential|key$/iu;
const SECRETS: readonly (readonly [RegExp, string])[] = [
  [/slk_[\w-]+/gu, 'slk_[redacted]'],
  [/(\w+:\/\/)[^\s/@:]+:[^\s/@]+@/gu, '$1[redacted]@'],
  [/\bBearer\s+\S+/giu, 'Bearer [redacted]'],
  [/\beyJ[\w-]+\.[\w-]+\.[\w-]+/gu, '[redacted]'],
  [/[\w.+-]+@[\w-]+\.[\w.-]+/gu, '[e-mail]'],
  [/\b\d{1,3}(?:\.\d{1,3}){3}\b/gu, '[address]'],
];

/** The same value without secrets: by the names of fields, and by what texts look like. */
export function redact(value: unknown): unknown {
  if (typeof value === 'string') return SECRETS.reduce((text, [pattern, by]) => text.replaceAll(pattern, by), value);
  if (Array.isArray(value)) return value.map((item) => redact(item));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      SECRET_NAME.test(name) && typeof inner === 'string' ? '[redacted]' : redact(inner),
    ]),
  );
}
