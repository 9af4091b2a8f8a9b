import { BlockList, isIP } from 'node:net';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** Whether an address lies on this machine: the sandbox never goes further. */
export function isWithinReach({ protocol, hostname }: URL): boolean {
  if (protocol !== 'http:') return false;
  const host = hostname.replace(/^\[(.*)\]$/u, '$1');
  const version = isIP(host);
  return version === 0 ? host === 'localhost' : loopback.check(host, version === 4 ? 'ipv4' : 'ipv6');
}
