/** A backup as Serposcope's own export writes it: the schema a line a statement, and rows without the names of columns. */

const SCHEMA = [
  'DROP TABLE IF EXISTS `RUN`;',
  'CREATE TABLE IF NOT EXISTS `RUN` ( `id` int PRIMARY KEY AUTO_INCREMENT, `module_id` int, `day` date, `started` timestamp, `finished` timestamp, `progress` int, `captchas` int, `errors` int, `status` int, `mode` int );',
  'CREATE TABLE IF NOT EXISTS `USER` ( `id` int PRIMARY KEY, `email` varchar(255), `passhash` binary(60) );',
  'CREATE TABLE IF NOT EXISTS `EVENT` ( `group_id` int, `day` date, `title` varchar(255), `description` text, PRIMARY KEY (`group_id`, `day`) );',
  'CREATE TABLE IF NOT EXISTS `GOOGLE_SEARCH` ( `id` int PRIMARY KEY AUTO_INCREMENT, `keyword` varchar(255), `country` varchar(2), `datacenter` varchar(64), `device` tinyint, `local` varchar(255), `custom_parameters` varchar(255), INDEX `k` (`keyword`) );',
  'CREATE TABLE IF NOT EXISTS `GOOGLE_SERP` ( `run_id` int, `google_search_id` int, `run_day` datetime, `serp` blob, PRIMARY KEY (`run_id`, `google_search_id`) );',
  'CREATE TABLE IF NOT EXISTS `GOOGLE_TARGET` ( `id` int PRIMARY KEY, `group_id` int, `name` varchar(255), `pattern_type` tinyint, `pattern` varchar(255) );',
  'CREATE TABLE IF NOT EXISTS `GOOGLE_RANK` ( `run_id` int, `group_id` int, `google_target_id` int, `google_search_id` int, `rank` smallint, `previous_rank` smallint, `diff` smallint, `url` varchar(256), PRIMARY KEY (`run_id`, `group_id`) );',
];

export type DumpValue = string | number | Buffer | null;

export function makeSerposcopeBackup(rows: Readonly<Record<string, readonly (readonly DumpValue[])[]>>): string {
  const inserts = Object.entries(rows).map(([table, lines]) => `INSERT INTO \`${table}\` VALUES ${lines.map(toTuple).join(',')};`);
  return [...SCHEMA, '', 'SET FOREIGN_KEY_CHECKS=0;', ...inserts, 'SET FOREIGN_KEY_CHECKS=1;', ''].join('\n');
}

function toTuple(values: readonly DumpValue[]): string {
  return `(${values.map(toLiteral).join(',')})`;
}

function toLiteral(value: DumpValue): string {
  if (value === null) return 'NULL';
  if (typeof value === 'number') return String(value);
  return Buffer.isBuffer(value) ? `X'${value.toString('hex')}'` : `'${value.replaceAll("'", "''").replaceAll(/[\0\r\n\t\b]/gu, ' ')}'`;
}

/** A result page as it is kept: the length, then an LZ4 block. */
export function packResultPage(urls: readonly string[]): Buffer {
  const parts = [Buffer.from([0, urls.length >> 8, urls.length & 255])];
  for (const url of urls) {
    const bytes = Buffer.from(url);
    parts.push(Buffer.from([bytes.length >> 8, bytes.length & 255]), bytes, Buffer.from([1, 0, 7, 0, 0]));
  }
  const plain = Buffer.concat(parts);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(plain.length);
  return Buffer.concat([size, packLz4(plain)]);
}

/** The simplest packer that finds what repeats: matches of at least 4 bytes by a table of what was seen. */
export function packLz4(plain: Buffer): Buffer {
  const out: number[] = [];
  const seen = new Map<number, number>();
  let from = 0;
  let at = 0;
  const put = (literals: Buffer, match: number, back: number): void => {
    out.push((Math.min(15, literals.length) << 4) | (match === 0 ? 0 : Math.min(15, match - 4)));
    pushMore(out, literals.length);
    out.push(...literals);
    if (match === 0) return;
    out.push(back & 255, back >> 8);
    pushMore(out, match - 4);
  };
  while (at + 12 < plain.length) {
    const key = plain.readUInt32LE(at);
    const earlier = seen.get(key);
    seen.set(key, at);
    if (earlier === undefined || at - earlier > 65_535) {
      at += 1;
      continue;
    }
    let match = 4;
    while (at + match < plain.length - 5 && plain[earlier + match] === plain[at + match]) match += 1;
    put(plain.subarray(from, at), match, at - earlier);
    at += match;
    from = at;
  }
  put(plain.subarray(from), 0, 0);
  return Buffer.from(out);
}

function pushMore(out: number[], length: number): void {
  if (length < 15) return;
  let rest = length - 15;
  for (; rest >= 255; rest -= 255) out.push(255);
  out.push(rest);
}
