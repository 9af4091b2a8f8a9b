import type { Reply } from '../reply.ts';
import { countCharacters, isFields, textOf, toFields, toList, toSeconds, type Judged, type Receiver } from './receiver.ts';

const BLOCKS_MAX = 50;
const TEXT_MAX = 3_000;
const HEADER_MAX = 150;
const FIELDS_MAX = 10;
const FIELD_MAX = 2_000;
const KNOWN = new Set(['header', 'section', 'divider', 'context', 'actions', 'image', 'rich_text']);
const MENTION = /<(?:!(?:channel|here|everyone|subteam\^\w+)|[@#][A-Z0-9]+)(?:\|[^>]*)?>/gu;
/** What stands between angle brackets must be a link or a mention: a `<` of a text is written `&lt;`. */
const BRACKETS = /<(?<inner>[^<>]*)>/gu;

/** Incoming webhooks of Slack: texts as answers, one message a second. */
export const slack: Receiver = {
  kind: 'slack',
  findName: ({ rest }) => (/^[\w-]+(?:\/[\w-]+){0,2}$/u.test(rest) ? rest : undefined),
  paces: () => [{ count: 1, ms: 1_000 }],
  judge: ({ payload }) => {
    if (!isFields(payload)) return refused('invalid_payload');
    const blocks = toList(payload['blocks']);
    if (textOf(payload['text']) === '' && blocks.length === 0) return refused('no_text');
    if (blocks.length > BLOCKS_MAX || !blocks.every(isBlock)) return refused('invalid_blocks');
    const texts = [textOf(payload['text']), ...walkMarkup(blocks)];
    if (texts.some((text) => [...text.matchAll(BRACKETS)].some(({ groups }) => !isEntity(groups?.['inner'] ?? ''))))
      return refused('invalid_blocks');
    return { reply: plain(200, 'ok'), isPosted: true, mentions: texts.flatMap((text) => text.match(MENTION) ?? []) };
  },
  refuse: (waitMs) => plain(429, 'rate_limited', { 'retry-after': String(toSeconds(waitMs)) }),
  fail: () => plain(500, 'rollup_error'),
  missing: () => plain(404, 'no_service'),
};

function plain(status: number, body: string, headers: Readonly<Record<string, string>> = {}): Reply {
  return { status, headers: { 'content-type': 'text/plain; charset=utf-8', ...headers }, body };
}

function refused(reason: string): Judged {
  return { reply: plain(400, reason), isPosted: false, reason };
}

/** What is read as markup; other texts are shown as they are. */
function* walkMarkup(value: unknown): Generator<string> {
  if (Array.isArray(value)) for (const one of value) yield* walkMarkup(one);
  if (!isFields(value)) return;
  if (value['type'] === 'mrkdwn') yield textOf(value['text']);
  else yield* walkMarkup(Object.values(value));
}

function isEntity(inner: string): boolean {
  return /^(?:https?:\/\/[^|\s]+|mailto:[^|\s]+)(?:\|.*)?$/su.test(inner) || /^[!@#]/u.test(inner);
}

function isBlock(value: unknown): boolean {
  if (!isFields(value) || !KNOWN.has(textOf(value['type']))) return false;
  const text = textOf(toFields(value['text'])['text']);
  const length = countCharacters(text);
  if (value['type'] === 'header') return length > 0 && length <= HEADER_MAX && toFields(value['text'])['type'] === 'plain_text';
  if (value['type'] === 'context') return toList(value['elements']).length > 0 && toList(value['elements']).length <= FIELDS_MAX;
  if (value['type'] !== 'section') return true;
  const fields = toList(value['fields']);
  if (fields.length > FIELDS_MAX || fields.some((field) => countCharacters(textOf(toFields(field)['text'])) > FIELD_MAX)) return false;
  return fields.length > 0 || (length > 0 && length <= TEXT_MAX);
}
