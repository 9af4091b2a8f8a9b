/** Takes secrets out of texts that leave the process for an operator's eyes: log lines and spans. */
export type Redact = (text: string) => string;

const REDACTED = '[redacted]';
/** Shorter ones would be found in innocent words. */
const SECRET_LENGTH_MIN = 8;

/**
 * What looks like a secret wherever it stands. None of the patterns takes a quote or a backslash, so
 * that a line of JSON stays one.
 */
const SHAPES: readonly (readonly [RegExp, string])[] = [
  [/\bslk_[\w-]{8,}/gu, REDACTED],
  [/\b(Bearer|Basic)\s+[\w.~+/=-]{8,}/giu, `$1 ${REDACTED}`],
  [/\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*/gu, REDACTED],
  [/(:\/\/[^\s/:@"\\]*):[^\s/@"\\]+@/gu, `$1:${REDACTED}@`],
  [/([?&](?:api_?key|key|token|secret|password)=)[^\s&"\\]+/giu, `$1${REDACTED}`],
];
/** One look tells that there is nothing to do, which is the rule. */
const MAY_HOLD = /slk_|bearer|basic|eyJ|:\/\/|[?&](?:api_?key|key|token|secret|password)=/iu;

/**
 * @param secrets texts that are removed wherever they stand, for example the provider's password;
 * those of fewer than 8 characters are left alone
 */
export function makeRedact(secrets: readonly string[] = []): Redact {
  const known = [...new Set(secrets)].filter((secret) => secret.length >= SECRET_LENGTH_MIN);
  // As they are, and as they stand in JSON and in addresses; the longest first, as one may begin with another.
  const spellings = known.flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)]);
  const escaped = [...new Set(spellings)].toSorted((a, b) => b.length - a.length).map((text) => RegExp.escape(text));
  const exact = escaped.length === 0 ? undefined : new RegExp(escaped.join('|'), 'gu');
  return (text) => {
    const clean = exact === undefined ? text : text.replace(exact, REDACTED);
    if (!MAY_HOLD.test(clean)) return clean;
    return SHAPES.reduce((rest, [shape, replacement]) => rest.replace(shape, replacement), clean);
  };
}
