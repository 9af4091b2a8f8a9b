import { emptyReply, jsonReply } from '../reply.ts';
import { countCharacters, isFields, textOf, toFields, toList, walkTexts, type Fields, type Judged, type Receiver } from './receiver.ts';

const CONTENT_MAX = 2_000;
const EMBEDS_MAX = 10;
const ALL_EMBEDS_MAX = 6_000;
const FIELDS_MAX = 25;
const LENGTHS = { title: 256, description: 4_096 } as const;
const FIELD_LENGTHS = { name: 256, value: 1_024 } as const;
const FOOTER_MAX = 2_048;
const MENTION = /@(?:everyone|here)\b|<@[!&]?\d+>/gu;

/** Webhooks of Discord: 30 a minute, and the wait in parts of a second in the body. */
export const discord: Receiver = {
  kind: 'discord',
  findName: ({ rest }) => (/^[\w-]+(?:\/[\w-]+)?$/u.test(rest) ? rest : undefined),
  paces: () => [
    { count: 5, ms: 2_000 },
    { count: 30, ms: 60_000 },
  ],
  judge: ({ payload }) => {
    if (!isFields(payload)) return refused(50_109, 'The request body contains invalid JSON.');
    const embeds = toList(payload['embeds']);
    if (textOf(payload['content']) === '' && embeds.length === 0) return refused(50_006, 'Cannot send an empty message');
    const problem = findProblem(payload, embeds.map(toFields));
    if (problem !== undefined) return refused(50_035, 'Invalid Form Body', problem);
    const parse = toFields(payload['allowed_mentions'])['parse'];
    const isQuiet = Array.isArray(parse) && parse.length === 0;
    // What stands in embeds wakes no one.
    const mentions = isQuiet ? [] : (textOf(payload['content']).match(MENTION) ?? []);
    return { reply: emptyReply(204), isPosted: true, mentions };
  },
  refuse: (waitMs) => {
    const seconds = Math.ceil(waitMs) / 1_000;
    const body = { message: 'You are being rate limited.', retry_after: seconds, global: false };
    return jsonReply(429, body, {
      'retry-after': String(Math.max(1, Math.ceil(seconds))),
      'x-ratelimit-limit': '30',
      'x-ratelimit-remaining': '0',
      'x-ratelimit-reset-after': String(seconds),
      'x-ratelimit-scope': 'user',
    });
  },
  fail: () => jsonReply(500, { message: '500: Internal Server Error', code: 0 }),
  missing: () => jsonReply(404, { message: 'Unknown Webhook', code: 10_015 }),
};

function refused(code: number, message: string, reason = message): Judged {
  return { reply: jsonReply(400, { message, code, ...(reason === message ? {} : { errors: reason }) }), isPosted: false, reason };
}

function findProblem({ content }: Fields, embeds: readonly Fields[]): string | undefined {
  if (countCharacters(textOf(content)) > CONTENT_MAX) return 'content: Must be 2000 or fewer in length.';
  if (embeds.length > EMBEDS_MAX) return 'embeds: Must be 10 or fewer in length.';
  const total = embeds.reduce(
    (sum, { url: _url, ...embed }) => sum + [...walkTexts(embed)].reduce((all, text) => all + countCharacters(text), 0),
    0,
  );
  if (total > ALL_EMBEDS_MAX) return 'embeds: Embed size exceeds maximum size of 6000';
  return embeds.map(findEmbedProblem).find((problem) => problem !== undefined);
}

function findEmbedProblem(embed: Fields): string | undefined {
  const fields = toList(embed['fields']).map(toFields);
  if (fields.length > FIELDS_MAX) return 'fields: Must be 25 or fewer in length.';
  const long = (values: Fields, lengths: Readonly<Record<string, number>>): string | undefined =>
    Object.entries(lengths).find(([name, max]) => countCharacters(textOf(values[name])) > max)?.[0];
  if (countCharacters(textOf(toFields(embed['footer'])['text'])) > FOOTER_MAX) return 'footer.text: too long';
  if (fields.some(({ name, value }) => textOf(name).trim() === '' || textOf(value).trim() === '')) return 'fields: This field is required';
  const url = embed['url'];
  if (url !== undefined && !/^https?:\/\//u.test(textOf(url))) return 'url: Not a well formed URL.';
  const name = long(embed, LENGTHS) ?? fields.map((field) => long(field, FIELD_LENGTHS)).find((found) => found !== undefined);
  return name === undefined ? undefined : `${name}: too long`;
}
