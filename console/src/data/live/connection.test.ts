import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeLive, type LiveEvent, type Socket } from './connection.ts';

class FakeSocket extends EventTarget {
  readonly sent: string[] = [];
  isClosed = false;
  readyState = 0;

  send(text: string): void {
    this.sent.push(text);
  }

  close(): void {
    this.isClosed = true;
  }
}

function makeService() {
  const sockets: FakeSocket[] = [];
  const connect = (): Socket => {
    const socket = new FakeSocket();
    sockets.push(socket);
    return socket as unknown as Socket;
  };
  const last = (): FakeSocket => sockets.at(-1)!;
  return {
    sockets,
    connect,
    last,
    accept: () => {
      last().readyState = 1;
      last().dispatchEvent(new Event('open'));
    },
    end: () => last().dispatchEvent(new Event('close')),
    say: (data: string) => last().dispatchEvent(new MessageEvent('message', { data })),
  };
}

test('listeners share one socket that follows the topics of all of them, and each gets its own', () => {
  const service = makeService();
  const live = makeLive({ connect: service.connect, isAllowed: () => true });
  const seen: LiveEvent[] = [];
  live.listen({ topics: ['step', 'workflow'], onEvent: (event) => seen.push(event) });
  service.accept();
  const end = live.listen({ topics: ['cost'], onEvent: () => undefined });
  assert.equal(service.sockets.length, 1);
  assert.equal(service.last().sent.at(-1), '{"type":"subscribe","topics":["cost","step","workflow"]}');
  for (const type of ['cost', 'step', 'ping']) service.say(JSON.stringify({ type, ts: 1 }));
  service.say('no JSON');
  assert.deepEqual(seen, [{ type: 'step', ts: 1 }]);
  end();
  assert.equal(service.last().sent.at(-1), '{"type":"subscribe","topics":["step","workflow"]}');
});

test('a connection that ends is opened again, later from time to time, and listeners learn that events were lost', ({ mock }) => {
  mock.timers.enable({ apis: ['setTimeout'] });
  const service = makeService();
  const live = makeLive({ connect: service.connect, isAllowed: () => true });
  let returns = 0;
  let changes = 0;
  live.watch(() => (changes += 1));
  live.listen({ topics: ['cost'], onEvent: () => undefined, onReturn: () => (returns += 1) });
  service.accept();
  assert.equal(live.serves(['cost']), true);
  service.end();
  assert.equal(live.serves(['cost']), false);
  mock.timers.tick(1000);
  assert.equal(service.sockets.length, 2);
  service.end();
  mock.timers.tick(1999);
  assert.equal(service.sockets.length, 2);
  mock.timers.tick(1);
  service.accept();
  assert.deepEqual([service.sockets.length, returns, live.serves(['cost']), changes], [3, 1, true, 3]);
});

test('a service that never takes the connection is asked three times', ({ mock }) => {
  mock.timers.enable({ apis: ['setTimeout'] });
  const service = makeService();
  makeLive({ connect: service.connect, isAllowed: () => true }).listen({ topics: ['cost'], onEvent: () => undefined });
  for (let round = 0; round < 6; round += 1) {
    service.end();
    mock.timers.tick(60_000);
  }
  assert.equal(service.sockets.length, 3);
});

test('the socket is closed when nothing listens, and kept from one screen to the next', ({ mock }) => {
  mock.timers.enable({ apis: ['setTimeout'] });
  const service = makeService();
  const live = makeLive({ connect: service.connect, isAllowed: () => true });
  live.listen({ topics: ['cost'], onEvent: () => undefined })();
  const end = live.listen({ topics: ['cost'], onEvent: () => undefined });
  mock.timers.tick(5000);
  assert.deepEqual([service.sockets.length, service.last().isClosed], [1, false]);
  end();
  mock.timers.tick(5000);
  assert.equal(service.last().isClosed, true);
});

test('a caller who may have no socket gets none, and one when that changes', () => {
  const service = makeService();
  let isAllowed = false;
  const live = makeLive({ connect: () => (isAllowed ? service.connect() : undefined), isAllowed: () => true });
  live.listen({ topics: ['cost'], onEvent: () => undefined });
  assert.equal(service.sockets.length, 0);
  isAllowed = true;
  live.reconnect();
  service.accept();
  assert.equal(live.serves(['cost']), true);
  live.reconnect();
  assert.deepEqual([service.sockets.length, service.sockets[0]?.isClosed, live.serves(['cost'])], [2, true, false]);
});

test('a member listens to projects only, each with its own events, and to nothing else', () => {
  const service = makeService();
  const live = makeLive({ connect: service.connect, isAllowed: (topic) => topic.startsWith('project:') });
  live.listen({ topics: ['cost'], onEvent: () => assert.fail('no such event is sent') });
  assert.equal(service.sockets.length, 0);
  const seen: unknown[] = [];
  live.listen({ topics: ['project:a'], onEvent: ({ project_id: id }) => seen.push(id) });
  service.accept();
  assert.deepEqual(service.last().sent, ['{"type":"subscribe","topics":["project:a"]}']);
  for (const id of ['a', 'b']) service.say(JSON.stringify({ type: 'project', ts: 1, project_id: id, change: 'costs' }));
  assert.deepEqual(seen, ['a']);
  assert.deepEqual([live.serves(['project:a']), live.serves(['project:a', 'cost'])], [true, false]);
});
