import { readFile } from 'node:fs/promises';

const MEBIBYTE_KIB = 1024;

/** What a process holds of the machine's memory right now, on Linux. */
export async function readResidentMib(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB$/mu.exec(status)?.[1]) / MEBIBYTE_KIB;
}
