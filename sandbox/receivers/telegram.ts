import { jsonReply } from '../reply.ts';
import { countCharacters, isFields, textOf, toSeconds, type Fields, type Judged, type Receiver } from './receiver.ts';

const TEXT_MAX = 4_096;
const TAGS = new Set(['b', 'strong', 'i', 'em', 'u', 'ins', 's', 'del', 'a', 'code', 'pre', 'tg-spoiler', 'blockquote']);
const TAG = /<(?<close>\/?)(?<name>[\w-]+)(?<rest>[^<>]*)>/gu;
const ENTITY = /&(?:lt|gt|amp|quot|#\d+);/gu;
const MENTION = /(?<![\w@])@[a-z]\w{3,31}\b/giu;

/** Bots of Telegram: one message a second and chat, twenty a minute in groups, whose ids are below zero. */
export const telegram: Receiver = {
  kind: 'telegram',
  findName: ({ rest, payload }) => {
    if (!/^bot\d+:[\w-]+\/sendMessage$/u.test(rest)) return undefined;
    const id = isFields(payload) ? payload['chat_id'] : undefined;
    return typeof id === 'number' ? String(id) : textOf(id) === '' ? 'no chat' : textOf(id);
  },
  paces: (name) => [{ count: 1, ms: 1_000 }, ...(/^[-@]/u.test(name) ? [{ count: 20, ms: 60_000 }] : [])],
  judge: ({ payload }) => {
    if (!isFields(payload) || textOf(payload['text']).trim() === '') return refused('message text is empty');
    if (!/^(?:-?\d{1,20}|@\w{4,32})$/u.test(String(payload['chat_id']))) return refused('chat not found');
    const shown = readText(payload);
    if (shown === undefined) return refused("can't parse entities");
    if (countCharacters(shown) > TEXT_MAX) return refused('message is too long');
    const reply = jsonReply(200, { ok: true, result: { message_id: 1, date: 0, chat: { id: payload['chat_id'] }, text: shown } });
    return { reply, isPosted: true, mentions: shown.match(MENTION) ?? [] };
  },
  refuse: (waitMs) => {
    const seconds = toSeconds(waitMs);
    const description = `Too Many Requests: retry after ${seconds}`;
    return jsonReply(429, { ok: false, error_code: 429, description, parameters: { retry_after: seconds } });
  },
  fail: () => jsonReply(500, { ok: false, error_code: 500, description: 'Internal Server Error' }),
  missing: () => jsonReply(404, { ok: false, error_code: 404, description: 'Not Found' }),
};

function refused(reason: string): Judged {
  return { reply: jsonReply(400, { ok: false, error_code: 400, description: `Bad Request: ${reason}` }), isPosted: false, reason };
}

/** What people see; undefined: the markup is broken. */
function readText(payload: Fields): string | undefined {
  const text = textOf(payload['text']);
  if (payload['parse_mode'] === undefined) return text;
  if (payload['parse_mode'] !== 'HTML') return undefined;
  const open: string[] = [];
  for (const { groups } of text.matchAll(TAG)) {
    const { close = '', name = '' } = groups ?? {};
    if (!TAGS.has(name)) return undefined;
    if (close === '') open.push(name);
    else if (open.pop() !== name) return undefined;
  }
  const bare = text.replaceAll(TAG, '');
  if (open.length > 0 || bare.includes('<') || bare.replaceAll(ENTITY, '').includes('&')) return undefined;
  return bare.replaceAll(ENTITY, (entity) => ({ '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' })[entity] ?? ' ');
}
