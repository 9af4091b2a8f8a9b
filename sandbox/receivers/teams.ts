import { emptyReply, jsonReply } from '../reply.ts';
import { isFields, textOf, toFields, toList, toSeconds, walkTexts, type Fields, type Receiver } from './receiver.ts';

const BYTES_MAX = 28 * 1_024;
const CARD = 'application/vnd.microsoft.card.adaptive';
const KNOWN = new Set(['TextBlock', 'RichTextBlock', 'FactSet', 'Container', 'ColumnSet', 'Image', 'ActionSet', 'Table']);
const MENTION = /<at>.*?<\/at>/gu;

/** The trigger of a workflow that posts a card to a channel of Teams. It says 202 before it has looked at the card. */
export const teams: Receiver = {
  kind: 'teams',
  findName: ({ rest }) => /^(?<name>[\w-]+)(?:\/triggers\/manual\/paths\/invoke)?$/u.exec(rest)?.groups?.['name'],
  paces: () => [{ count: 4, ms: 1_000 }],
  judge: ({ payload, bytes }) => {
    const reason = bytes > BYTES_MAX ? 'the card is larger than 28 KB' : findProblem(payload);
    const mentions = [...walkTexts(payload)].flatMap((text) => text.match(MENTION) ?? []);
    return { reply: emptyReply(202), isPosted: reason === undefined, mentions, ...(reason === undefined ? {} : { reason }) };
  },
  refuse: (waitMs) =>
    jsonReply(
      429,
      {
        error: { code: 'WorkflowRunActionRequestsThrottled', message: 'The requests were throttled because the rate limit was exceeded.' },
      },
      { 'retry-after': String(toSeconds(waitMs)) },
    ),
  fail: () => jsonReply(500, { error: { code: 'InternalServerError', message: 'Encountered internal server error.' } }),
  missing: () => jsonReply(404, { error: { code: 'WorkflowNotFound', message: 'The workflow could not be found.' } }),
};

function findProblem(payload: unknown): string | undefined {
  if (!isFields(payload)) return 'no JSON';
  const [attachment] = toList(payload['attachments']).map(toFields);
  if (payload['type'] !== 'message' || attachment?.['contentType'] !== CARD) return 'no adaptive card';
  const card = toFields(attachment['content']);
  const body = toList(card['body']).map(toFields);
  if (card['type'] !== 'AdaptiveCard' || body.length === 0) return 'no adaptive card';
  if (!body.every(({ type }) => KNOWN.has(textOf(type)))) return 'an element that cards do not have';
  return [...listActions([...body, ...toList(card['actions']).map(toFields)])].every((url) => /^https?:\/\//u.test(url))
    ? undefined
    : 'an address that cards do not open';
}

function* listActions(elements: readonly Fields[]): Generator<string> {
  for (const element of elements) {
    if (element['type'] === 'Action.OpenUrl') yield textOf(element['url']);
    for (const value of Object.values(element)) {
      if (isFields(value)) yield* listActions([value]);
      else if (Array.isArray(value)) yield* listActions(value.map(toFields));
    }
  }
}
