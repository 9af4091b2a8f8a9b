import { BlockList, isIPv6, type Server, type Socket } from 'node:net';
import { toAddressKey } from '../callers/client-address.ts';

interface ConnectionLimits {
  /** Connections of one address at once. */
  readonly max: number;
  /** Whether an address may open as many as it likes. */
  readonly isExempt: (address: string) => boolean;
}

/** Closes connections of addresses that have too many, so that one client leaves room for others. */
export function boundConnections(server: Server, { max, isExempt }: ConnectionLimits): void {
  const counts = new Map<string, number>();
  server.on('connection', (socket: Socket) => {
    const { remoteAddress = '' } = socket;
    if (isExempt(remoteAddress)) return;
    const from = toAddressKey(remoteAddress);
    const count = counts.get(from) ?? 0;
    if (count >= max) return void socket.destroy();
    counts.set(from, count + 1);
    socket.once('close', () => {
      const left = (counts.get(from) ?? 0) - 1;
      if (left > 0) counts.set(from, left);
      else counts.delete(from);
    });
  });
}

const OF_THIS_MACHINE = ['127.0.0.0/8', '::1'];

/**
 * Addresses that carry many clients' requests: proxies, and those of this machine.
 * @param networks addresses, with a slash and bits or without
 */
export function makeIsShared(networks: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const network of [...OF_THIS_MACHINE, ...networks]) {
    const [address = '', bits] = network.split('/', 2);
    if (bits === undefined) list.addAddress(address, familyOf(address));
    else list.addSubnet(address, Number(bits), familyOf(address));
  }
  return (address) => list.check(address, familyOf(address));
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIPv6(address) ? 'ipv6' : 'ipv4';
}
