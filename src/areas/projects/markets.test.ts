import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEFAULT_LANGUAGE_CODE, DEFAULT_LOCATION_CODE, findCountryCode, isLanguageCode, isLocationCode } from './markets.ts';
import { isTimeZone } from './wire/time-zone.ts';

test('knows countries, states, regions and the numbers of local areas, and no others', () => {
  for (const code of [
    DEFAULT_LOCATION_CODE,
    2826,
    2276,
    20226,
    1_000_000,
    1_000_142,
    1_004_234,
    1_099_999,
    9_000_000,
    9_264_123,
    9_299_999,
  ])
    assert.ok(isLocationCode(code), String(code));
  for (const code of [0, 1, 840, 2841, 19_999, 999_999, 1_100_000, 8_999_999, 9_300_000, 2_147_483_647, -2840, 2840.5]) {
    assert.ok(!isLocationCode(code), String(code));
  }
});

test('knows the country of countries, of regions, and of local areas where numbers show it', () => {
  const known = [
    [2840, 2840],
    [2826, 2826],
    [20226, 2276],
    [21176, 2840],
    [1_023_191, 2840],
    [1_006_886, 2826],
    // The first and the last of a range, and the numbers beside them.
    [1_006_457, 2826],
    [1_007_465, 2826],
    [1_006_456, undefined],
    [1_007_466, undefined],
  ] as const;
  for (const [location, country] of known) assert.equal(findCountryCode(location), country, String(location));
  for (const location of [0, 1_004_234, 9_299_999]) assert.equal(findCountryCode(location), undefined, String(location));
});

test('knows the languages of the provider by their exact codes', () => {
  for (const code of [DEFAULT_LANGUAGE_CODE, 'de', 'zh-CN', 'iw', 'he']) assert.ok(isLanguageCode(code), code);
  for (const code of ['', 'EN', 'zh', 'xx', 'code', 'en-US']) assert.ok(!isLanguageCode(code), code);
});

test('knows the names of the time zone database, and no offsets', () => {
  for (const name of ['UTC', 'Europe/Berlin', 'America/Argentina/Buenos_Aires', 'Etc/GMT+5', 'Asia/Kolkata'])
    assert.ok(isTimeZone(name), name);
  for (const name of ['', '+01:00', 'Mars/Olympus', 'Europe/', "UTC'; drop", '../etc/localtime']) assert.ok(!isTimeZone(name), name);
});
