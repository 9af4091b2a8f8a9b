import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RECEIVERS } from '../../../../sandbox/receivers/board.ts';
import type { Verdict } from './channel-kind.ts';
import { findKind } from './index.ts';
import { judgeAnswer } from './judge-answer.ts';

function judge(kind: string, status: number, text = '', headers: Record<string, string> = {}): Verdict {
  return (findKind(kind)?.judgeAnswer ?? judgeAnswer)({ status, text, headers });
}

test('what each receiver says of too many messages decides when the next one goes', () => {
  for (const receiver of RECEIVERS) {
    const { status, headers, body } = receiver.refuse(2_300);
    const verdict = judge(receiver.kind, status, body.toString(), { ...headers });
    assert.deepEqual(
      [verdict.is, 'retryAfterMs' in verdict && verdict.retryAfterMs],
      ['again', receiver.kind === 'discord' ? 2_300 : 3_000],
    );
    const failed = receiver.fail();
    assert.equal(judge(receiver.kind, failed.status, failed.body.toString()).is, 'again', receiver.kind);
  }
});

test('what cannot be sent is not tried again, and says why in the words of the receiver', () => {
  const cases: [string, number, string, Verdict['is'], RegExp][] = [
    ['slack', 404, 'no_service', 'never', /404: no_service$/u],
    ['slack', 404, '<html>', 'never', /404$/u],
    ['slack', 410, 'channel_is_archived', 'gone', /410/u],
    ['discord', 404, '{"code":10015,"message":"Unknown Webhook"}', 'gone', /removed/u],
    ['discord', 404, '{"code":0,"message":"404: Not Found"}', 'never', /Not Found/u],
    ['discord', 400, '{"code":50035,"message":"Invalid Form Body"}', 'never', /Invalid Form Body/u],
    ['telegram', 403, '{"ok":false,"description":"Forbidden: bot was kicked"}', 'never', /bot was kicked/u],
    ['telegram', 400, '{"ok":false,"parameters":{"migrate_to_chat_id":-1007}}', 'never', /another id now: -1007/u],
    ['telegram', 200, '{"ok":true}', 'taken', /./u],
    ['teams', 202, '', 'taken', /./u],
    ['teams', 401, '{}', 'never', /401/u],
    ['apprise', 200, '{"error":null}', 'taken', /./u],
    ['apprise', 204, '', 'never', /no receivers/u],
    ['apprise', 424, '', 'never', /could not reach all/u],
  ];
  for (const [kind, status, text, is, error] of cases) {
    const verdict = judge(kind, status, text);
    assert.equal(verdict.is, is, `${kind} ${status}`);
    if ('error' in verdict) assert.match(verdict.error, error);
  }
});

test('a configuration that cannot be right is refused with the reason', () => {
  const refuse = (kind: string, config: object): string => findKind(kind)?.config.safeParse(config).error?.issues[0]?.message ?? 'taken';
  assert.match(refuse('teams', { url: 'https://acme.webhook.office.com/webhookb2/1' }), /connectors of Office 365 have ended/u);
  assert.match(refuse('telegram', { token: 'x', chat_id: '1' }), /token of a bot/u);
  assert.match(refuse('telegram', { token: '123456:AAAAAAAAAAAA', chat_id: 'my group' }), /id of a chat/u);
  assert.match(refuse('slack', { url: 'hooks.slack.com' }), /web address/u);
  assert.equal(refuse('telegram', { token: '123456:AAAAAAAAAAAA', chat_id: '-100123' }), 'taken');
});
