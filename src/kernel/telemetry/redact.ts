/** Takes secrets out of texts that leave the process for an operator's eyes: log lines and spans. */
export interface Redact {
  (text: string): string;
  /** Takes out this one too from now on, as the secret store learns it by opening it. The newest are known, a bounded number of them. */
  learn(secret: string): void;
}

/** Opened secrets that are looked for: each costs time at every line. */
const LEARNED_MAX = 200;
/** Longer ones are whole documents, of which no line holds all. */
const LEARNED_LENGTH_MAX = 2_000;

const REDACTED = '[redacted]';
/** Shorter ones would be found in innocent words. */
const SECRET_LENGTH_MIN = 8;
/** An address in an address in an address. */
const ENCODINGS_MAX = 4;

/** Names of parameters that hold secrets, also at the end of a longer name. */
const SECRET_NAME = '(?:[\\w.-]{0,40}[_.-])?(?:api_?key|key|token|secret|password)';

/**
 * What looks like a secret wherever it stands: API keys, secrets and tokens of deliveries, tokens of shares and invitations, credentials in
 * headers, JWTs, passwords in addresses, and parameters by their name. None of the patterns takes a quote
 * or a backslash, so that a line of JSON stays one. Where one could begin at every sign, what it reads on is
 * bounded, so that no text takes long.
 */
const SHAPES: readonly (readonly [RegExp, string])[] = [
  [/sl[dikps]_[\w-]{8,}/giu, REDACTED],
  [/(Bearer|Basic)\s+[^\s&"\\]{8,}/giu, `$1 ${REDACTED}`],
  [/eyJ[\w-]{8,1000}\.[\w-]{8,}\.[\w.-]*/gu, REDACTED],
  [/(:\/\/[^\s/:@"\\]*):[^\s/@"\\]+@/gu, `$1:${REDACTED}@`],
  [new RegExp(`([?&;]${SECRET_NAME}(?:\\[[^\\]\\s"\\\\]{0,40}\\])?=)[^\\s&"\\\\]+`, 'giu'), `$1${REDACTED}`],
];
/** A quick test: most texts hold no secret and are returned as they are. */
const MAY_HOLD = /sl[dikps]_|bearer|basic|eyJ|:\/\/|[?&;]/iu;
const ENCODED = /%[0-9a-f]{2}/iu;
/** What may stand in an address, and is no delimiter of JSON. */
const WORD = /[^\s"\\]+/gu;

/**
 * @param secrets texts that are removed wherever they stand, for example the provider's password;
 * those of fewer than 8 characters are left alone
 */
export function makeRedact(secrets: readonly string[] = []): Redact {
  const learned = new Set<string>();
  let exact = matchAny(secrets);
  const learn = (secret: string): void => {
    if (secret.length < SECRET_LENGTH_MIN || secret.length > LEARNED_LENGTH_MAX || learned.has(secret)) return;
    learned.add(secret);
    if (learned.size > LEARNED_MAX) learned.delete([...learned][0] ?? '');
    exact = matchAny([...secrets, ...learned]);
  };
  const redactPlain = (text: string): string => {
    const clean = exact === undefined ? text : text.replace(exact, REDACTED);
    if (!MAY_HOLD.test(clean)) return clean;
    return SHAPES.reduce((rest, [shape, replacement]) => rest.replace(shape, replacement), clean);
  };
  const redact = (text: string): string => {
    const clean = redactPlain(text);
    if (!ENCODED.test(clean)) return clean;
    return clean.replace(WORD, (word) => (ENCODED.test(word) ? redactEncoded(word, redactPlain) : word));
  };
  return Object.assign(redact, { learn });
}

/**
 * A word is looked at as it stands and decoded, again and again. Only where that uncovers something does
 * its decoded form take its place, as an address may hold it.
 */
function redactEncoded(word: string, redactPlain: (text: string) => string): string {
  let [text, isFound] = [word, false];
  for (let encodings = 0; encodings < ENCODINGS_MAX; encodings += 1) {
    const decoded = decode(text);
    if (decoded === text) break;
    text = redactPlain(decoded);
    isFound ||= text !== decoded;
  }
  return isFound ? encodeURI(text.toWellFormed()).replaceAll('%5Bredacted%5D', REDACTED) : word;
}

/** What is no text when it is decoded is decoded as far as it is ASCII. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text.replace(/%([0-7][0-9a-f])/giu, (_code, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16)));
  }
}

/** Secrets as they are, and as they stand in JSON and in addresses; the longest first, as one may begin with another. */
function matchAny(secrets: readonly string[]): RegExp | undefined {
  const known = [...new Set(secrets)].filter((secret) => secret.length >= SECRET_LENGTH_MIN);
  const spellings = known.flatMap((secret) => {
    const encoded = encodeURIComponent(secret);
    return [secret, JSON.stringify(secret).slice(1, -1), encoded, encoded.replaceAll('%20', '+'), secret.replaceAll(' ', '+')];
  });
  const escaped = [...new Set(spellings)].toSorted((a, b) => b.length - a.length).map((text) => RegExp.escape(text));
  return escaped.length === 0 ? undefined : new RegExp(escaped.join('|'), 'gu');
}
