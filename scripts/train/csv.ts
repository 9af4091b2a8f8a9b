/** The records of a CSV text with standard quoting, without its header. */
export function parseCsv(text: string): string[][] {
  const records: string[][] = [];
  let record: string[] = [];
  for (const { field, end } of readFields(text)) {
    record.push(field);
    if (end === ',') continue;
    if (record.length > 1 || record[0] !== '') records.push(record);
    record = [];
  }
  return records.slice(1);
}

const FIELD = /(?:"((?:[^"]|"")*)"|([^,\n]*))(,|\n|$)/gu;

function* readFields(text: string): Generator<{ readonly field: string; readonly end: string }> {
  for (const match of text.replaceAll('\r\n', '\n').matchAll(FIELD)) {
    yield { field: match[1]?.replaceAll('""', '"') ?? match[2] ?? '', end: match[3] ?? '' };
  }
}
