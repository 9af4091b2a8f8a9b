import { readdir, readFile } from 'node:fs/promises';

/** What the system counts time in, on every Linux of today. */
const TICKS_A_SECOND = 100;

interface ProcessTime {
  readonly parent: number;
  readonly cpuMs: number;
}

export interface CpuTime {
  /** Of the process itself. */
  readonly ownMs: number;
  /** Of the process and of all that it has started and that still run. */
  readonly allMs: number;
}

export async function readCpu(pid: number): Promise<CpuTime> {
  const times = await readProcesses();
  const family = [pid];
  for (let at = 0; at < family.length; at += 1) {
    for (const [child, { parent }] of times) if (parent === family[at]) family.push(child);
  }
  const allMs = family.reduce((sum, member) => sum + (times.get(member)?.cpuMs ?? 0), 0);
  return { ownMs: times.get(pid)?.cpuMs ?? 0, allMs };
}

async function readProcesses(): Promise<Map<number, ProcessTime>> {
  const times = new Map<number, ProcessTime>();
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/u.test(name)) continue;
    const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => undefined);
    // The name in parentheses may hold anything; the fields are counted after it.
    const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (fields === undefined) continue;
    const ticks = [11, 12, 13, 14].reduce((sum, at) => sum + Number(fields[at]), 0);
    times.set(Number(name), { parent: Number(fields[1]), cpuMs: (ticks * 1_000) / TICKS_A_SECOND });
  }
  return times;
}
