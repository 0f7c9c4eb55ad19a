/** For `node --import` or `NODE_OPTIONS`: blocks all connections except loopback. */
import { Socket } from 'node:net';

const LOOPBACK = /^(?:localhost|127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/;

/** Returns the host from the arguments of `connect`; `undefined` for a file-system socket or no host. */
function hostOf([first, second]: unknown[]): string | undefined {
  const given: unknown = Array.isArray(first) ? first[0] : first;
  if (typeof given === 'object' && given !== null)
    return 'host' in given ? String(given.host ?? 'localhost') : undefined;
  return typeof second === 'string' ? second : undefined;
}

Socket.prototype.connect = new Proxy(Socket.prototype.connect, {
  apply(connect, socket, given) {
    const host = hostOf(given) ?? 'localhost';
    if (!LOOPBACK.test(host)) throw new Error(`${host} was asked for, and only loopback may be`);
    return Reflect.apply(connect, socket, given);
  },
});
