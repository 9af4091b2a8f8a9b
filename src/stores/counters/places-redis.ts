import type { Redis } from 'ioredis';
import type { TakePlaces } from './types.ts';

const PREFIX = 'sightline:places:';

/**
 * The same as `take_places` of migration 0009, on a hash for each window: a field for each
 * twentieth of the window holds the calls that began in it and when the last of them did. Runs as one piece,
 * by the server's clock.
 */
const SCRIPT = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local granted = tonumber(ARGV[1])
local windows = {}
for i, key in ipairs(KEYS) do
  local window = { key = key, limit = tonumber(ARGV[2 * i]), ms = tonumber(ARGV[2 * i + 1]), used = 0, first = now }
  local fields = redis.call('HGETALL', key)
  for at = 1, #fields, 2 do
    local calls, last = string.match(fields[at + 1], '(%d+) (%d+)')
    calls, last = tonumber(calls), tonumber(last)
    if last <= now - window.ms or last > now + window.ms then
      redis.call('HDEL', key, fields[at])
    else
      window.used = window.used + calls
      window.first = math.min(window.first, last)
    end
  end
  windows[i] = window
  granted = math.max(0, math.min(granted, window.limit - window.used))
end
local wait = 0
for _, window in ipairs(windows) do
  if granted > 0 then
    local step = string.format('%.0f', math.floor(now * 20 / window.ms))
    local known = redis.call('HGET', window.key, step)
    local calls = granted + (known and tonumber(string.match(known, '%d+')) or 0)
    redis.call('HSET', window.key, step, string.format('%.0f %.0f', calls, now))
    redis.call('PEXPIRE', window.key, window.ms)
  end
  if window.used + granted >= window.limit then wait = math.max(wait, window.first + window.ms - now) end
end
return { granted, wait }
`;

type Command = (keyCount: number, ...given: (string | number)[]) => Promise<[granted: number, waitMs: number]>;

export function takeFromRedis(client: Redis): TakePlaces {
  client.defineCommand('takePlaces', { lua: SCRIPT });
  const command = (client as unknown as { takePlaces: Command }).takePlaces.bind(client);
  return async (windows, wanted) => {
    const keys = windows.map((window) => PREFIX + window.key);
    const numbers = windows.flatMap((window) => [window.limit, window.windowMs]);
    const [granted, waitMs] = await command(keys.length, ...keys, wanted, ...numbers);
    return { granted, waitMs };
  };
}
