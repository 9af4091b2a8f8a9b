import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import type { Call } from '../call.ts';

/**
 * Where a request came from: the connection's other end, or what a proxy that `TRUST_PROXY` names says
 * of it. A proxy that names no address is itself the answer.
 */
export function findAddress({ ip, socket }: FastifyRequest): string {
  return isIP(ip) === 0 ? (socket.remoteAddress ?? 'unknown') : ip;
}

/** Set by proxies, whether or not they are trusted. */
const FORWARDING = /^(via|forwarded|x-forwarded.*|x-real-ip)$/u;

/**
 * Prepares the answer whether a request was sent on this machine. Proxies on it hand on what others
 * send, and pages in its browsers can have any name lead here, so neither counts: nothing forwarded,
 * only names of this machine in `Host`, and nothing at all where the service has a public address.
 */
export function makeIsLocal(publicUrl: string | undefined): (call: Pick<Call, 'headers' | 'peerAddress'>) => boolean {
  if (publicUrl !== undefined && !isLoopback(new URL(publicUrl).hostname)) return () => false;
  return ({ headers, peerAddress }) =>
    !Object.keys(headers).some((name) => FORWARDING.test(name)) &&
    isLoopback(URL.parse(`http://${String(headers['host'] ?? '')}`)?.hostname) &&
    isLoopback(peerAddress);
}

/** @param host an address, in brackets or not, or a name */
function isLoopback(host: string | undefined = ''): boolean {
  const address = host.replace(/^\[(.*)\]$/u, '$1');
  return host === 'localhost' || (isIP(address) !== 0 && ipaddr.process(address).range() === 'loopback');
}

/** One counter for an IPv4 address, or for the network of 64 bits that one IPv6 customer has. */
export function toAddressKey(address: string): string {
  if (!ipaddr.isValid(address)) return 'unknown';
  const parsed = ipaddr.process(address);
  return parsed instanceof ipaddr.IPv6 ? parsed.parts.slice(0, 4).join(':') : parsed.toString();
}
