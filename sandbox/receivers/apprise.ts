import { emptyReply, jsonReply } from '../reply.ts';
import { countCharacters, isFields, textOf, toSeconds, type Judged, type Receiver } from './receiver.ts';

const BODY_MAX = 32_768;
const TYPES = new Set(['info', 'success', 'warning', 'failure']);
/** A key without receivers: the server answers 204 and has sent nothing. */
const EMPTY_KEY = 'empty';
/** A key one of whose receivers does not take messages. */
const HALF_KEY = 'half';

/** A server of the reader's own that hands messages on (`POST /notify/{key}`). */
export const apprise: Receiver = {
  kind: 'apprise',
  findName: ({ rest }) => /^notify\/(?<key>[\w-]{1,128})\/?$/u.exec(rest)?.groups?.['key'],
  paces: () => [],
  judge: ({ rest, payload }) => {
    if (!isFields(payload)) return refused('The JSON specified was invalid');
    const { body, title, type = 'info', format = 'text' } = payload;
    if (textOf(body) === '' || !TYPES.has(textOf(type)) || !['text', 'markdown', 'html'].includes(textOf(format)))
      return refused('Payload lacks minimum requirements');
    if (countCharacters(textOf(body)) + countCharacters(textOf(title)) > BODY_MAX) return refused('Payload is too large');
    const key = /^notify\/([\w-]+)/u.exec(rest)?.[1];
    if (key === EMPTY_KEY) return { reply: emptyReply(204), isPosted: false, reason: 'no receivers under this key' };
    if (key === HALF_KEY) {
      const error = 'One or more notification could not be sent';
      return { reply: jsonReply(424, { error }), isPosted: false, reason: error };
    }
    return { reply: jsonReply(200, { error: null, details: [] }), isPosted: true };
  },
  refuse: (waitMs) => jsonReply(429, { error: 'Too many requests' }, { 'retry-after': String(toSeconds(waitMs)) }),
  fail: () => jsonReply(500, { error: 'An internal error occurred' }),
  missing: () => jsonReply(404, { error: 'Not found' }),
};

function refused(error: string): Judged {
  return { reply: jsonReply(400, { error }), isPosted: false, reason: error };
}
