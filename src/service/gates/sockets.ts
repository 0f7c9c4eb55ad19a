/** The first gates, of `listen`: limits the connections of a server, over all and per IP address. */
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { subscriberOf } from '../../http/ip-address.ts';
import { isLoopbackHost } from '../../http/loopback.ts';
import { warn } from '../../options/runtime.ts';
import { AtOnce } from './requests-at-once.ts';

/** Closes connections beyond the limits, and warns once. */
export function limitSockets(
  server: Server,
  {
    maxSockets = 10_000,
    maxSocketsPerAddress = 2_000,
  }: { maxSockets?: number | undefined; maxSocketsPerAddress?: number | undefined },
): void {
  const open = new AtOnce(maxSocketsPerAddress);
  let hasWarned = false;
  const warnOnce = (option: string, limit: number, whose: string) => {
    if (hasWarned) return;
    hasWarned = true;
    warn(
      'BUYBOX_SOCKETS',
      `${option}: ${limit} connections ${whose} are open. Further ones are closed. Raise ${option} of listen() if they are wanted.`,
    );
  };
  server.maxConnections = maxSockets;
  server.on('drop', () => warnOnce('maxSockets', maxSockets, 'in all'));
  server.prependListener('connection', (socket: Socket) => {
    const { remoteAddress } = socket;
    // Programs on this machine, such as a proxy, are trusted.
    if (remoteAddress === undefined || isLoopbackHost(remoteAddress)) return;
    const turn = open.begin(subscriberOf(remoteAddress));
    if (turn === undefined) {
      warnOnce('maxSocketsPerAddress', maxSocketsPerAddress, `of the IP address ${remoteAddress}`);
      socket.destroy();
      return;
    }
    socket.once('close', () => turn[Symbol.dispose]());
  });
}
