import { readFile } from 'node:fs/promises';

const MEBIBYTE_KIB = 1024;

const STATUS_LINES = { all: 'VmRSS', withoutFiles: 'RssAnon' } as const;

/**
 * What a process holds of the machine's memory right now, on Linux. Without files: not the pages of programs and
 * libraries, most of which are ClickHouse's; the system drops them when it needs room.
 */
export async function readResidentMib(pid: number, part: keyof typeof STATUS_LINES = 'all'): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`^${STATUS_LINES[part]}:\\s+(\\d+) kB$`, 'mu').exec(status)?.[1]) / MEBIBYTE_KIB;
}
