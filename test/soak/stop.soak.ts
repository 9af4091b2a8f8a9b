import { test } from 'node:test';
import { runStops } from '../support/stop-run.ts';

test('ten stops under 200 reading clients', { timeout: 900_000 }, (t) => runStops(t, { stops: 10 }));
